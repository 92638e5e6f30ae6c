"""Why an act is refused, so that everybody reads it in their own language."""


class Reason(str):
    """A sentence in English, with the id and the arguments by which a page says it otherwise.

    The arguments hold nothing that the sentence does not say: who may read the one may read the other.
    """

    id: str
    arguments: dict[str, str | int]

    def __new__(cls, id: str, sentence: str, **arguments: str | int) -> "Reason":
        reason = super().__new__(cls, sentence.format(**arguments))
        reason.id = id
        reason.arguments = arguments
        return reason
