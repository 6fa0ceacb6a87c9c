"""How long the parts last (5.3), in seconds; the clock's question names its timer."""

from __future__ import annotations

from typing import Final

SECONDS: Final = {
    "t_card": 20,
    "t_meet": 15,
    "t_match": 30,
    "t_campaign": 60,
    "t_ballot": 20,
    "t_accuse": 90,
    "t_accuse_extra": 30,
    "t_plea": 30,
    "t_closing": 60,
    "t_nominate": 15,
    "t_forced": 15,
    "t_grace": 60,
    "t_spy": 10,
    "t_warn": 5,
    "t_vote": 10,
    "t_dead": 20,
    "t_mayor_tie": 15,
    "t_unanimous": 30,
    "t_grief": 20,
    "t_successor": 20,
    "t_dusk": 10,
    "t_coward": 20,
    "t_guard": 20,
    "t_mafia": 45,
    "t_peek": 15,
    "t_blind": 15,
    "t_pharm": 25,
    "t_detective": 25,
    "t_masons": 20,
}


BY_PHONE: Final = {
    **dict.fromkeys(("t_meet", "t_match", "t_coward", "t_guard", "t_mafia", "t_blind"), 26),
    **dict.fromkeys(("t_pharm", "t_detective", "t_masons"), 26),
    "t_peek": 10,
}
"""Around a table where everybody taps on a phone all steps of a night are alike and short: with
60 to 100 % of it (PA-31.13) 16 to 26 seconds at a calm table, 8 to 13 at a quick one."""


CHOSEN: Final = tuple([timer for timer in SECONDS if timer != "t_grace"])
"""The timers that a group may choose (PA-R32); how long somebody may be away the table says."""

LONGEST: Final = 900
"""No timer is longer, in seconds."""


def discussion(living: int) -> int:
    """A discussion depends on the living, unless a group has chosen its length."""
    return max(120, min(420, 60 + 15 * living))


def seconds(chosen: dict[str, int], timer: str, living: int, rounds: int = 0) -> int:
    """The length of a part as a group has chosen it; a repeated discussion is half."""
    if timer == "t_discuss":
        whole = chosen.get("t_discuss", 0) or discussion(living)
        return whole // 2 if rounds else whole
    if timer == "t_campaign":
        return chosen["t_campaign"] + chosen["t_ballot"]
    if timer == "t_peek":
        return min(chosen["t_peek"], chosen["t_mafia"])  # it is inside `t_mafia`
    return chosen.get(timer, 60)


# Nights must not tell by their length who acts (8, leaks).


def shortest(whole: int) -> int:
    """In sequence each step lasts at least 60 % of its time (PA-31.13).

    How much longer is drawn alike for every step, empty or not: nobody's answer ends it.
    """
    return -(-whole * 6 // 10)
