"""Why an act is refused, in a form that can be translated."""


class Reason(str):
    """A sentence in English, with an id and arguments from which a page can say it in another language.

    The arguments say no more than the sentence: whoever may read one may read the other.
    """

    id: str
    arguments: dict[str, str | int]

    def __new__(cls, id: str, sentence: str, **arguments: str | int) -> "Reason":
        reason = super().__new__(cls, sentence.format(**arguments))
        reason.id = id
        reason.arguments = arguments
        return reason
