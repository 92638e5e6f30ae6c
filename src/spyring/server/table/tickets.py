"""Tickets and codes: unguessable, and stored only as hashes."""

import hashlib
import hmac
import secrets
from string import ascii_letters, digits

TICKET_BYTES = 24
ID_LETTERS = ascii_letters + digits
ID_LENGTH = 12
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that is read as another
CODE_LENGTH = 6


def new_ticket() -> str:
    """The right to a seat, or to host; whoever holds it has the seat."""
    return secrets.token_urlsafe(TICKET_BYTES)


def new_id() -> str:
    """The name of a table in its link: letters and digits, for a command takes a hyphen for an option."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_code() -> str:
    """The name of a table that can be read out aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def stored(ticket: str) -> str:
    """What the store keeps of a ticket: enough to know it again, too little to use it."""
    return hashlib.sha256(ticket.encode()).hexdigest()


def same(kept: str, other: str) -> bool:
    """Whether two stored tickets are one; a void ticket is like no other."""
    return bool(kept) and hmac.compare_digest(kept, other)
