"""Tickets and codes: unguessable, and stored only as hashes."""

import hashlib
import hmac
import secrets
from string import ascii_letters, digits

TICKET_BYTES = 24
ID_LETTERS = ascii_letters + digits
ID_LENGTH = 12
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without letters and digits that look alike
CODE_LENGTH = 8  # older codes with six still work


def new_ticket() -> str:
    """A new ticket; whoever holds it has the seat, or is the host."""
    return secrets.token_urlsafe(TICKET_BYTES)


def new_id() -> str:
    """A table's id in links: only letters and digits, because a command takes a hyphen for an option."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def is_id(name: str) -> bool:
    """Whether this looks like a table's id, which nobody can guess."""
    return len(name) == ID_LENGTH and name.isascii() and name.isalnum()


def new_code() -> str:
    """A table's short code, which can be read aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def stored(ticket: str) -> str:
    """What is stored of a ticket: enough to recognise it, too little to use it."""
    return hashlib.sha256(ticket.encode()).hexdigest()


def same(kept: str, other: str) -> bool:
    """Whether two stored tickets are the same; a void ticket equals no other."""
    return bool(kept) and hmac.compare_digest(kept, other)
