"""What one connection sends, and the work that it makes, counted against what it may."""

from spyring.server.http.limits import Address, Addresses, Bucket, Share, site

PART_AT_ONCE = 4096.0  # bytes
OWN_WORK_AT_ONCE = 0.002  # seconds


class Meter:
    """Measures what one connection sends, for itself, for its address once that is known, and for all.

    It also measures the work that this makes, in seconds of the processor.
    """

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses
        self._share: Share | None = None
        self._own_work: Bucket | None = None  # of a seat's connection
        self._address: Address | None = None  # through a proxy it is not known at first
        self.address = ""

    def belongs_to(self, address: str) -> None:
        """Set whose connection it is; a proxy's may serve many people, until one has it as a WebSocket."""
        limits = self._addresses.limits
        self.address = site(address)
        self._address = self._addresses[address]
        own = Bucket(limits.bytes_per_second, limits.bytes_at_once)
        part = Bucket(limits.address_bytes_per_second / limits.sockets, PART_AT_ONCE)
        self._share = Share(own, part, self._address.bytes)

    def sit(self) -> None:
        """It is a seat's, and has a share of its own: for that it stands back for nobody."""
        limits = self._addresses.limits
        self._own_work = Bucket(limits.address_work_per_second / limits.sockets, OWN_WORK_AT_ONCE)

    def stands_back(self) -> bool:
        """Whether others come first: who has made less work; and while strangers make much, the seated."""
        if self._own_work is not None and self._own_work.left() > 0:
            return False
        if self._address is not None and self._address.work.left() <= 0:
            return True
        return self._is_strange() and self._addresses.strangers_work.left() <= 0

    def _is_strange(self) -> bool:
        return self._address is None or not self._address.seated

    def count_work(self, seconds: float) -> None:
        """Count what was done at once; those who stand back have paid by waiting."""
        if self._own_work is not None and self._own_work.left() > 0:
            self._own_work.take(seconds)
        elif not self.stands_back():
            if self._is_strange():
                self._addresses.strangers_work.take(seconds)
        else:
            return
        if self._address is not None:
            self._address.work.take(seconds)

    def take(self, amount: float) -> float:
        """Count what has come in; returns how long to stop reading."""
        seconds = self._addresses.all_bytes.take(amount)
        return seconds if self._share is None else max(seconds, self._share.take(amount))
