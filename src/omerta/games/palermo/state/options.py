"""The options register of Palermo (5.2): values, corrections and forbidden combinations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from omerta import core
from omerta.core import Option, chosen_values
from omerta.games.palermo.state.roles import (
    CITIZEN,
    COWARD,
    DETECTIVE1,
    DETECTIVE2,
    FEWEST,
    GUARDIAN,
    KILLER,
    MAFIOSO,
    MOST,
    PHARMACIST,
    ROLE_NAMES,
    SPY,
    WALKER,
    Cards,
    Remark,
    basic_cards,
    card_faults,
    card_warnings,
    extended_cards,
)
from omerta.games.palermo.state.timers import BY_PHONE, CHOSEN, LONGEST, SECONDS

OPTION_TABLE: Final = (
    Option("mode", ("online", "table"), "PA-31"),
    Option("gm", ("program", "human", "provisional"), "PA-R41"),
    Option("deal", ("random", "director"), "PA-R42"),
    Option("tone", ("prison", "death"), "PA-R51"),
    Option("trial", ("accusation", "nomination", "forced"), "PA-3.5"),
    Option("one_accusation_each", ("off", "on"), "PA-R53"),
    Option("list_close", ("majority", "all"), "PA-R36"),
    Option("tie_rule", ("runoff", "all", "last_dead", "mayor"), "PA-R34"),
    Option("vote_timeout", ("abstain", "lot"), "PA-R35"),
    Option("self_vote", ("off", "on"), "PA-R35"),
    Option("forced_timeout", ("open", "no_verdict"), "PA-R40"),
    Option("reveal", ("card", "side", "none"), "PA-R31"),
    Option("talking_dead", ("off", "all", "citizens"), "PA-R29"),
    Option("dead_view", ("all", "public"), "PA-R28"),
    Option("dead_chat", ("on", "off"), "PA-R28"),
    Option("announce_causes", ("off", "on"), "PA-R47"),
    Option("murder", ("agree", "blind"), "PA-R45"),
    Option("mafia_agreement", ("unanimous", "majority", "rank"), "PA-R4"),
    Option("mafia_own", ("off", "on"), "PA-R5"),
    Option("mafia_chat", ("signs", "free"), "PA-R56"),
    Option("mafia_know_cards", ("off", "killer", "all"), "PA-R56"),
    Option("detective_mode", ("joint", "separate"), "PA-13.4"),
    Option("detective_info", ("ask", "omniscient", "informant"), "PA-R43"),
    Option("informant_pick", ("random", "gm"), "PA-R44"),
    Option("spy_pick", ("random", "first", "gm"), "PA-R9"),
    Option("guardian_self", ("on", "off"), "PA-R54"),
    Option("guardian_repeat", ("on", "off"), "PA-R54"),
    Option("pharmacist_shown", ("chosen", "dying"), "PA-R12"),
    Option("pharmacist_self_heal", ("on", "off"), "PA-R13"),
    Option("matchmaker_self", ("on", "off"), "PA-R48"),
    Option("matchmaker_timeout", ("random", "none"), "PA-R48"),
    Option("lovers_see_role", ("off", "on"), "PA-R48"),
    Option("mixed_couple", ("literal", "third"), "PA-R19"),
    Option("heartbreak_bomb", ("any", "day", "off"), "PA-R22"),
    Option("walker_form", ("digital", "physical"), "PA-R26"),
    Option("walker_slit_size", (), "PA-R26", low=2, high=6, default="4"),
    Option("walker_slit_risk", (), "PA-R26", low=0, high=50, default="8"),
    Option("walker_bold_size", (), "PA-R26", low=1, high=4, default="2"),
    Option("walker_bold_risk", (), "PA-R26", low=0, high=100, default="25"),
    Option("catch_needs", ("one", "agreement"), "PA-R26"),
    Option("coward_limit", ("0", "3"), "PA-20.11"),
    Option("coward_at_citizen", ("dies", "safe"), "PA-R14"),
    Option("coward_cowin", ("saved", "alive"), "PA-R16"),
    Option("masons_chat", ("signs", "free"), "PA-R49"),
    Option("mayor", ("off", "on"), "PA-R38"),
    Option("mayor_double", ("on", "off"), "PA-R38"),
    Option("mayor_succession", ("election", "names"), "PA-R39"),
    Option("mafia_win", ("majority", "parity", "safe"), "PA-R17"),
    Option("all_dead", ("citizens", "draw"), "PA-R20"),
    Option("deadlock_rounds", ("3", "2", "4", "5", "6", "off"), "PA-R18"),
    Option("deadlock_result", ("parity_else_draw", "draw", "mafia", "citizens"), "PA-R18"),
    Option("leaver", ("bot", "heart_attack"), "PA-R33"),
    Option("prov_immunity", ("on", "off"), "PA-R41"),
    Option("call_roles", ("setup", "auto", "all"), "PA-R46"),
    Option("night_flow", ("waves", "sequential"), "PA-R52"),
    Option("night_pace", ("all_tap", "fixed"), "PA-R52"),
    Option("table_night", ("eyes", "phones"), "PA-31.8"),
    # Who plays what, and who calls the first night, are agreed before the deal as well.
    Option("distribution", ("basic", "extended"), "PA-1.4"),
    *(Option(name, ("auto",), "PA-1.6", low=0, high=21) for name in ROLE_NAMES),
    Option("master", ("lot",), "PA-23.1", low=1, high=21),
    # How long each part lasts (5.3), in seconds.
    Option("t_discuss", ("auto",), "PA-R32", low=10, high=LONGEST),
    *(
        Option(timer, (), "PA-R32", low=1, high=LONGEST, default=str(SECONDS[timer]))
        for timer in CHOSEN
    ),
)

BY_NAME: Final = {option.name: option for option in OPTION_TABLE}


class Options(core.Options):
    """What was agreed before the deal (PA-1.4), corrected where 5.2 says so; never changes.

    PA-1.5: after the deal nothing here can be changed.
    """

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__(completed(given))
        self.timers: Final = {timer: self.number(timer) for timer in ("t_discuss", *CHOSEN)}

    def cards(self, players: int) -> Cards:
        """The published setup for this many players: as counted, or as section 3 recommends."""
        given = [self.values[name] for name in ROLE_NAMES]
        if any(count != "auto" for count in given):
            cards = [self.number(name) for name in ROLE_NAMES]
            if given[CITIZEN] == "auto":
                cards[CITIZEN] = max(0, players - sum(cards))
            return tuple(cards)
        if not FEWEST <= players <= MOST:
            return (0,) * len(ROLE_NAMES)
        return (basic_cards if self["distribution"] == "basic" else extended_cards)(players)


def completed(given: Mapping[str, str]) -> dict[str, str]:
    """All values of the register, with its defaults and corrections."""
    values = chosen_values(OPTION_TABLE, given)
    human = values["gm"] == "human"
    for pick in ("informant_pick", "spy_pick"):
        if human and pick not in given:
            values[pick] = "gm"
        elif values[pick] == "gm" and not human:
            values[pick] = "random"
    if values["mode"] == "table" and "night_flow" not in given:
        values["night_flow"] = "sequential"
    if is_by_phone(values):
        for timer, seconds in BY_PHONE.items():
            if timer not in given:
                values[timer] = str(seconds)
    if values["talking_dead"] != "off":  # they see no more than the living (PA-29.4)
        values["dead_view"] = "public"
        values["dead_chat"] = "off"
    if values["murder"] == "blind":
        values["mafia_chat"] = "signs"
        values["mafia_agreement"] = "unanimous"
    return values


def is_by_phone(values: Mapping[str, str]) -> bool:
    """Whether a night around a table is tapped on phones, one step after another."""
    in_steps = values["mode"] == "table" and values["night_flow"] == "sequential"
    return in_steps and values["table_night"] == "phones"


def proposed(given: Mapping[str, str]) -> dict[str, str]:
    """What the lobby preselects beside these values (PA-26.4)."""
    if given.get("detective_info") == "omniscient" and "reveal" not in given:
        return {"reveal": "side"}
    return {}


FOLLOWING: Final = {
    "gm": ("informant_pick", "spy_pick"),
    "mode": ("night_flow", *BY_PHONE),
    "night_flow": tuple(BY_PHONE),
    "table_night": tuple(BY_PHONE),
    "talking_dead": ("dead_view", "dead_chat"),
    "murder": ("mafia_chat", "mafia_agreement"),
}
"""Options whose default or correction depends on another one (5.2)."""


def revised(values: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    """The options after some were changed; what depends on these takes its default anew."""
    kept = {**values, **proposed(changes)}
    for name in changes:
        for follower in FOLLOWING.get(name, ()):
            kept.pop(follower, None)
    return {**kept, **changes}


def corrections(given: Mapping[str, str]) -> dict[str, str]:
    """The values that count other than they were given (PA-1.23)."""
    values = completed(given)
    return {name: values[name] for name in given if values[name] != given[name]}


def option_faults(options: Options) -> list[Remark]:
    """The forbidden combinations of 5.2 (PA-1.23)."""
    faults: list[Remark] = []
    if options["tie_rule"] == "mayor" and not options.is_on("mayor"):
        faults.append(Remark("PA-8.2", "tie_needs_mayor"))
    if options["deal"] == "director" and options["gm"] != "human":
        faults.append(Remark("PA-24.2", "director_needs_human"))
    if options["walker_form"] == "physical" and options["mode"] != "table":
        faults.append(Remark("PA-19.14", "physical_needs_table"))
    return faults


def setup_faults(options: Options, players: int, cards: Cards) -> list[Remark]:
    """Why the game cannot start so."""
    return card_faults(players, cards) + option_faults(options)


def setup_warnings(options: Options, players: int, cards: Cards) -> list[Remark]:
    """What the host is told before a game that can start so (PA-1.23)."""
    warnings = card_warnings(players, cards)
    plain = cards[MAFIOSO] + cards[DETECTIVE1] + cards[DETECTIVE2] + cards[CITIZEN]
    if cards[SPY] and options["detective_info"] == "omniscient":
        warnings.append(Remark("PA-14.8", "spy_told_nothing"))
    if options["deal"] == "director" and plain != sum(cards):
        warnings.append(Remark("PA-24.3", "director_special"))
    if cards[WALKER] and options["walker_form"] == "physical":
        warnings.append(Remark("PA-19.14", "hand_sign"))
    if options["talking_dead"] == "citizens" and options["reveal"] == "none":
        warnings.append(Remark("PA-29.3", "talking_citizens_hidden"))
    return warnings


def setup_advice(options: Options, players: int, cards: Cards) -> list[Remark]:
    """What a group should know before it chooses these cards (section 3, PA-R53)."""
    advice: list[Remark] = []
    if (cards[KILLER] or cards[SPY]) and not (cards[GUARDIAN] or cards[PHARMACIST]):
        advice.append(Remark("PA-1.7", "helpers"))
    if cards[WALKER] or cards[COWARD]:
        advice.append(Remark("PA-1.11", "experienced"))
    if players == 9 and sum(cards[: SPY + 1]) > 2:
        advice.append(Remark("PA-1.8", "gentle_start"))
    if (
        players >= 13
        and options["trial"] == "accusation"
        and not options.is_on("one_accusation_each")
    ):
        advice.append(Remark("PA-R53", "one_accusation_each"))
    return advice


ADVICE: Final = ("helpers", "experienced", "gentle_start", "one_accusation_each")
"""The keys of everything that the host can be advised."""

WARNINGS: Final = (
    *("not_ideal", "mafia_share", "no_detective", "too_many_freemasons", "many_freemasons"),
    *("spy_alone", "spy_told_nothing", "bomber_theme", "director_special"),
    *("talking_citizens_hidden", "hand_sign"),
)
"""The keys of everything that the host can be warned of."""
