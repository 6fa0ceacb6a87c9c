"""Every notice: the line of the game master's script (9) that it says, and its arguments."""

from __future__ import annotations

from typing import Final

from omerta.core import MURMUR, weighed
from omerta.games.palermo.state.kinds import code_called
from omerta.games.palermo.state.roles import CODE_NAMES, ROLE_NAMES, SIDES
from omerta.games.palermo.state.statements import (
    HINTS,
    NAMES,
    QUESTIONS,
    REASONS,
    STATEMENTS,
    STRENGTHS,
    WORD_KINDS,
    utterance_arguments,
)
from omerta.games.palermo.state.table import CALLS, CAUSES, PARTS, WINNERS

SAID_BY_MASTER: Final = {
    # 9.1 First night
    "first_night_falls": "GS-101",
    "mafia_meet_now": "GS-102",
    "code_names": "GS-103",
    "mafia_sleep": "GS-104 GS-208",
    "matchmaker_wakes": "GS-105",
    "matchmaker_sleeps": "GS-106",
    "lovers_sign": "GS-107",
    "lovers_wake": "GS-108",
    "lovers_sleep": "GS-109",
    "freemasons_meet_now": "GS-110",
    "freemasons_sleep": "GS-111 GS-217",
    "first_morning": "GS-112",
    # 9.2 Later nights
    "night_falls": "GS-201",
    "coward_wakes": "GS-202",
    "coward_sleeps": "GS-203",
    "guardian_wakes": "GS-204",
    "guardian_sleeps": "GS-205",
    "mafia_wake": "GS-206",
    "code_name_wakes": "GS-206b",
    "sign_of_dawn": "GS-207",
    "pharmacist_wakes": "GS-209",
    "potions_asked": "GS-210",
    "pharmacist_sleeps": "GS-211",
    "detectives_wake": "GS-212",
    "detective1_wakes": "GS-212a",
    "detective2_wakes": "GS-212b",
    "detectives_informed": "GS-212c",
    "detectives_shown": "GS-212d",
    "detectives_sleep": "GS-213",
    "spy_wakes": "GS-214",
    "spy_sleeps": "GS-215",
    "freemasons_wake": "GS-216",
    # 9.3 Dawn
    "morning_dead": "GS-301",
    "found_dead": "GS-301",
    "found_dead_of": "GS-301",
    "morning_no_dead": "GS-302",
    "card_shown": "GS-303",
    "side_shown": "GS-303",
    "nothing_shown": "GS-303",
    "dawn_bomb": "GS-304",
    "mafia_won": "GS-305",
    "citizens_won": "GS-306",
    "relief": "GS-307",
    "couple_won": "GS-308",
    "nobody_left": "GS-309",
    "nobody_left_draw": "GS-309",
    "deadlock_near": "GS-310",
    "deadlock": "GS-311",
    "mayor_names": "GS-312",
    "mayor_dead": "GS-312",
    "successor": "GS-312",
    "dead_keep_silent": "GS-313",
    # 9.4 Day
    "election": "GS-401",
    "ballot": "GS-401",
    "election_runoff": "GS-401",
    "runs_off": "GS-401 GS-413",
    "elected": "GS-402",
    "discussion": "GS-403",
    "ready": "GS-403",
    "list_open": "GS-404",
    "list_extended": "GS-404",
    "listed": "GS-405",
    "taken_off": "GS-405",
    "requests_to_close": "GS-405",
    "list_closed": "GS-406",
    "list_too_short": "GS-406",
    "nominations_open": "GS-407",
    "nominated": "GS-407",
    "nominations": "GS-407",
    "nominate_again": "GS-407",
    "second_place": "GS-407",
    "accused": "GS-407",
    "asked_now": "GS-407 GS-419",
    "turn_over": "GS-407",
    "accuser_speaks": "GS-408",
    "accused_speaks": "GS-409",
    "closing_plea": "GS-409",
    "speech_over": "GS-409",
    "vote_opens": "GS-410",
    "hands_up": "GS-411",
    "late_voters": "GS-411",
    "hand": "GS-411",
    "counted": "GS-412",
    "tie": "GS-413",
    "tie_all": "GS-413",
    "tie_mayor": "GS-413",
    "tie_decided_by": "GS-413",
    "runoff": "GS-413",
    "chosen": "GS-413",
    "verdict": "GS-414",
    "executed": "GS-414",
    "no_verdict": "GS-415",
    "bomb": "GS-416",
    "last_bomb": "GS-416",
    "grief": "GS-416",
    "question": "GS-417",
    "said_yes": "GS-417",
    "said_no": "GS-417",
    "further_verdict": "GS-418",
    "no_further_verdict": "GS-418",
    "half_have_voted": "GS-419",
    "forced_by_time": "GS-419",
    "unclear": "GS-420",
    "left": "GS-421",
    "returned": "GS-421",
    "replaced": "GS-421",
    "heart_attack": "GS-421",
    "dusk": "GS-422",
}
"""Which line of the script a notice says. A call names nobody, so that no language tells the
number or the gender of those called (PA-31.14)."""

ARGUMENTS: Final = {
    "code_name_wakes": ("code",),
    "found_dead": ("seat",),
    "found_dead_of": ("seat", "cause"),
    "card_shown": ("seat", "role"),
    "side_shown": ("seat", "side"),
    "nothing_shown": ("seat",),
    "dawn_bomb": ("seat", "seat_named"),
    "deadlock_near": ("number",),
    "deadlock": ("winner",),
    "mayor_names": ("seat",),
    "mayor_dead": ("seat",),
    "successor": ("seat", "seat_named"),
    "ballot": ("seat", "seat_named"),
    "runs_off": ("seat",),
    "elected": ("seat",),
    "ready": ("number",),
    "list_open": ("number",),
    "listed": ("seat", "seat_by"),
    "taken_off": ("seat", "seat_by"),
    "requests_to_close": ("number",),
    "list_closed": ("number",),
    "nominated": ("seat", "seat_named"),
    "nominations": ("seat", "number"),
    "second_place": ("seat",),
    "accused": ("seat",),
    "asked_now": ("seat",),
    "turn_over": ("seat",),
    "accuser_speaks": ("seat",),
    "accused_speaks": ("seat",),
    "closing_plea": ("seat",),
    "speech_over": ("seat", "number"),
    "hands_up": ("seat",),
    "hand": ("seat", "seat_named"),
    "counted": ("seat", "number"),
    "tie_mayor": ("seat",),
    "tie_decided_by": ("seat",),
    "chosen": ("seat", "seat_named"),
    "verdict": ("seat",),
    "executed": ("seat",),
    "bomb": ("seat", "seat_named"),
    "last_bomb": ("seat", "seat_named"),
    "grief": ("seat",),
    "said_yes": ("seat",),
    "said_no": ("seat",),
    "unclear": ("number",),
    "left": ("seat",),
    "returned": ("seat",),
    "replaced": ("seat",),
    "heart_attack": ("seat",),
}
"""The arguments of the lines that have some."""

PRIVATE: Final[dict[str, tuple[str, ...]]] = {
    "your_card": ("role",),
    "mafia_meet": (),
    "fellow": ("seat",),
    "fellow_card": ("seat", "role"),
    "code": ("code",),
    "matched": ("seat", "seat_second"),
    "lover": ("seat",),
    "lover_card": ("seat", "role"),
    "freemasons_meet": (),
    "freemason": ("seat",),
    "fellow_points": ("seat", "seat_named"),
    "fellow_points_nobody": ("seat",),
    "walker_caught": ("seat", "seat_walker"),
    "glimpse": (),
    "awake": ("seat",),
    "noticed": ("seat",),
    "asked_about": ("seat",),
    "no_question": (),
    "informed": ("seat",),
    "no_new_name": (),
    "victim": ("seat",),
    "no_victim": (),
    "partner": ("seat",),
    "partner_points": ("seat", "seat_named"),
    "answer": ("seat", "side"),
    "all_mafiosi": (),
    "is_mafioso": ("seat",),
    "sign_point": ("number", "seat", "seat_named"),
    "sign_nobody": ("number", "seat"),
    "sign_yes": ("number", "seat", "number_about"),
    "sign_no": ("number", "seat", "number_about"),
    "sign_hint": ("number", "seat", "seat_named", "hint"),
}
"""What one seat alone is told."""

OPENING: Final[dict[str, tuple[str, ...]]] = {
    "taken_back": (),
    "time_longer": ("number",),
    "time_shorter": ("number",),
    "tempo": ("number",),
    "cards_in_game": ("role", "number"),
    "provisional_master": ("seat",),
}
"""What everybody is told beside the script: before the first night, and by the table."""

NOTICES: Final[dict[str, tuple[str, ...]]] = {
    **{key: ARGUMENTS.get(key, ()) for key in SAID_BY_MASTER},
    **PRIVATE,
    **OPENING,
    **utterance_arguments(),
}
"""Every notice with the names of its arguments."""

WEIGHTS: Final = {
    **dict.fromkeys(NOTICES, MURMUR),
    **weighed(
        scene="""first_night_falls night_falls first_morning morning_dead found_dead found_dead_of
            morning_no_dead card_shown side_shown list_closed dawn_bomb mafia_won citizens_won
            relief couple_won nobody_left nobody_left_draw deadlock_near deadlock elected
            accused verdict executed no_verdict bomb last_bomb grief heart_attack""",
        beat="""nothing_shown mayor_names mayor_dead successor dead_keep_silent election
            election_runoff runs_off discussion list_open list_extended listed taken_off
            list_too_short nominations_open nominated nominations nominate_again
            second_place asked_now accuser_speaks accused_speaks closing_plea vote_opens hands_up
            late_voters counted tie tie_all tie_mayor tie_decided_by runoff chosen question
            further_verdict no_further_verdict half_have_voted forced_by_time unclear left
            returned replaced dusk taken_back""",
    ),
}
"""How much each notice weighs on the stage: once night has fallen nothing more than a murmur."""

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "role": ROLE_NAMES,
    "side": SIDES,
    "cause": CAUSES,
    "winner": WINNERS,
    "part": PARTS,
    "reason": REASONS,
    "question": QUESTIONS,
    "query": QUESTIONS,
    "hint": HINTS,
    "claimed": ROLE_NAMES,
    "denied": ROLE_NAMES,
    "code": tuple(name.lower() for name in CODE_NAMES),
    "strength": ("", *[str(strength) for strength in STRENGTHS]),
    "degree": ("", *[str(strength) for strength in STRENGTHS]),
    **{kind: STATEMENTS[NAMES.index(name)].words for name, kind in WORD_KINDS.items()},
}
"""Every kind of word in notices and catalogues, with its ids."""


def word(kind: str, value: int) -> str:
    """The id of a value in notices and catalogues."""
    if kind not in WORDS:
        raise KeyError(f"expected a kind of word, got {kind!r}")
    return WORDS[kind][value]


def call_text(call: int) -> str:
    """Whom the night calls; a code name in the blind variant (PA-25.2)."""
    code = code_called(call)
    return CALLS[call] if code < 0 else CODE_NAMES[code]
