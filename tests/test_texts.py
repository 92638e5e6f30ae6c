"""Every word of the page in all five languages."""

import json
import re
from pathlib import Path

import pytest

import spyring

PACKAGE = Path(spyring.__file__).parent
LANGUAGES = ("en", "it", "es", "fr", "de")
FOLDERS = sorted(
    folder for folder in [PACKAGE / "web" / "texts", *PACKAGE.glob("games/*/texts")] if folder.is_dir()
)
FORMS = (".zero", ".one", ".two", ".few", ".many", ".other")


def read(folder, language):
    text = (folder / f"{language}.json").read_text("utf-8")
    return json.loads(text, object_pairs_hook=each_once)


def each_once(pairs):
    """The second of two texts with one key would silently replace the first."""
    texts = dict(pairs)
    assert len(texts) == len(pairs), sorted(key for key in texts if [one for one, _ in pairs].count(key) > 1)
    return texts


def places(text):
    """What a text leaves open."""
    return set(re.findall(r"\{(\w+)\}", text))


def of(folder):
    return folder.parent.name


@pytest.mark.parametrize("folder", FOLDERS, ids=of)
def test_every_text_in_every_language(folder):
    english = read(folder, "en")
    for language in LANGUAGES[1:]:
        texts = read(folder, language)
        assert set(texts) == set(english), language
        assert all(text.strip() for text in texts.values()), language


@pytest.mark.parametrize("folder", FOLDERS, ids=of)
def test_no_translation_names_what_the_page_does_not_fill_in(folder):
    english = read(folder, "en")
    for language in LANGUAGES[1:]:
        for key, text in read(folder, language).items():
            if not key.startswith("error."):  # a refusal gives more than any language needs
                assert places(text) <= places(english[key]) | {"count"}, f"{language} {key}"


def test_the_shell_says_nothing_that_is_not_in_its_texts():
    texts = read(PACKAGE / "web" / "texts", "en")
    known = set(texts) | {key.removesuffix(form) for key in texts for form in FORMS if key.endswith(form)}
    for source in (PACKAGE / "web").rglob("*.js"):
        if "vendor" not in source.parts:
            asked = set(re.findall(r"""(?<![\w.])t\("([a-z][\w.-]*)\"""", source.read_text("utf-8")))
            assert asked <= known, source.name


@pytest.mark.parametrize("folder", FOLDERS, ids=of)
def test_no_line_begins_with_a_french_mark(folder):
    """Before : ; ! ? » and after « stands a space that does not break."""
    for key, text in read(folder, "fr").items():
        assert not re.search(r"[^\u00a0\u202f][:;!?»]|«[^\u00a0\u202f]", text), key
