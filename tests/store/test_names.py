"""Who can be called what: names of all scripts, and none that is another's or can't be seen."""

import unicodedata

import pytest

from evenmoney.store import Store
from evenmoney.store.names import NAME_SIGNS_MAX, flaw, name_key, tidy
from evenmoney.store.people import PersonRefused
from tests.store.test_people import NOW, account, guest

NAMES = {
    "Vietnamese": "Nguyễn Văn Ánh",
    "Yoruba": "Adé Ẹ́bùn",
    "Turkish": "İlker",
    "Greek": "ᾨδὴ Ὀδυσσεύς",
    "Hindi": "श्रीनिवासन",
    "Hindi with a nukta": "क़ादिर",
    "Bengali": "বাংলা",
    "Tamil": "தமிழ்",
    "Arabic": "محمد",
    "vowelled Arabic": "مُحَمَّد",
    "pointed Hebrew": "עִבְרִי",
    "Thai": "กิ่งแก้ว",
    "Burmese": "ကျော်စွာ",
    "Khmer": "ភាសាខ្មែរ",
    "Amharic": "አበበ",
    "Korean": "김민수",
    "Japanese": "ガギ太郎",
}


@pytest.mark.parametrize("language", NAMES)
def test_a_name_of_any_script_is_one_however_its_signs_are_put_together(language: str) -> None:
    composed = unicodedata.normalize("NFC", NAMES[language])
    apart = unicodedata.normalize("NFD", composed)
    assert flaw(composed) is None
    assert flaw(apart) is None
    assert tidy(apart) == composed
    assert name_key(apart) == name_key(composed)


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u200d",  # a joiner of no width
        "An\u200bn",
        "A\u202enn",  # turns what follows round
        "Ann\u2066",
        "B\0b",
        "Bob\nLee",
        "A\u00adnn",  # a hyphen that isn't seen
        "A\u034fnn",  # a mark that isn't seen
        "A\ufe0fnn",
        "\u3164\u3164",
        "a\u0301\u0301b",  # the same mark twice
        "A\u0300\u0301\u0302\u0303\u0304",  # a tower of marks
        "i\u0307van",  # a dot upon a dot
        "Ann\u0336",  # struck through
        "An\u0939n\u094d",  # another script's mark
        "1\u0301a",
        "a \u0301",
        "\u0301ab",
        "ab\u20dd",
        "Ann \u0645\u062d\u0645\u062f",  # two directions
        "\u0410nn",  # a Cyrillic letter that looks Latin
        "<b>Ann</b>",
        "Ann\U0001f600",
        "-Ann",
        "42",
        "A",
        " ",
        "",
        "a" * (NAME_SIGNS_MAX + 1),
    ],
)
def test_what_hides_or_deceives_or_towers_is_no_name(name: str) -> None:
    assert flaw(name) is not None


def test_what_is_too_long_apart_may_be_short_enough_together() -> None:
    assert flaw(unicodedata.normalize("NFD", "ễ" * NAME_SIGNS_MAX)) is None
    assert flaw("ễ" * (NAME_SIGNS_MAX + 1)) is not None


async def test_a_player_is_found_by_his_name_however_it_is_typed(store: Store) -> None:
    name = NAMES["Vietnamese"]
    apart = unicodedata.normalize("NFD", name)
    ann = await account(store, apart)
    assert ann.name == name
    assert await store.people.named(apart) == await store.people.named(name) == ann
    other = await guest(store)
    with pytest.raises(PersonRefused, match="another player's"):
        await store.people.register(other.id, name=name, password_hash="h", mail=None, now_ms=NOW)


async def test_what_can_be_nobodys_name_is_found_nowhere(store: Store) -> None:
    for name in ("B\0b", "\u202e", "'; DROP TABLE players; --"):
        assert await store.people.named(name) is None
        assert await store.people.credentials(name) is None
