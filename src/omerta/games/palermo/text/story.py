"""A game told afterwards: who was what, every night hour by hour, and who voted how."""

from __future__ import annotations

from typing import Any, Final

from omerta.core import CHANCE, NOTHING, Answer, Notice, Seat
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    CATCH,
    HEAL,
    HEAL_POISON,
    HIDE,
    KILL,
    POISON,
    PROTECT,
    act_of,
    argument_of,
)
from omerta.games.palermo.state.roles import COWARD, FREEMASON, ROLE_NAMES, SIDES
from omerta.games.palermo.state.table import (
    CAUSES,
    GRIEVING,
    HEART_ATTACK,
    MURDER,
    PARTS,
    POISONING,
    WINNERS,
    is_night,
)

HOURS: Final = (
    *("mafia_meets", "matched", "matched_by_lot", "freemasons_meet"),
    *("hides", "protects", "peeps", "votes_blind", "catches", "murder", "no_murder"),
    *("heals", "poisons", "asks", "is_shown", "is_shown_all", "spy_told"),
)
"""What happens in a night, in the order in which its roles wake (PA-2.3, PA-10.1)."""

LATER: Final = (
    *("found", "no_dead", "saved_by_guardian", "saved_by_potion", "saved_by_hiding", "dawn_bomb"),
    *("accuses", "elected", "verdict", "no_verdict", "bomb", "last_bomb", "grief", "successor"),
    *("heart_attack", "end"),
)
"""What happens at dawn and by day."""

LINES: Final = HOURS + LATER
"""Every kind of line."""

OF_TWO: Final = {
    "dawn_bomb": "dawn_bomb",
    "bomb": "bomb",
    "last_bomb": "last_bomb",
    "successor": "successor",
}
OF_ONE: Final = {
    "executed": "verdict",
    "verdict": "verdict",
    "grief": "grief",
    "elected": "elected",
    "heart_attack": "heart_attack",
}
ENDS: Final = (
    *("mafia_won", "citizens_won", "relief", "couple_won", "nobody_left", "nobody_left_draw"),
    "deadlock",
)
BALLOTS: Final = {"hand": "vote", "ballot": "election", "nominated": "nominate"}


class Told:
    """One line: who did it, to whom, and a word that says more."""

    def __init__(
        self, day: int, key: str, seats: list[Seat], named: list[Seat], word: str = ""
    ) -> None:
        self.day: Final = day
        self.key: Final = key
        self.seats: Final = seats
        self.named: Final = named
        self.word: Final = word

    def encode(self) -> dict[str, Any]:
        """The line as plain values."""
        return {
            "day": self.day,
            "at_night": self.key in HOURS,
            "key": self.key,
            "seats": self.seats,
            "named": self.named,
            "word": self.word,
        }


class Storyteller:
    """Plays a game again and keeps what is worth telling."""

    def __init__(self, village: Village) -> None:
        self.village: Final = village
        self.lines: Final[list[Told]] = []
        self.night: Final[list[Told]] = []
        self.votes: Final[list[dict[str, Any]]] = []
        self.ballot = ("", 0, 0)
        self.rounds = 0
        village.notices = []

    def hear(self, seat: Seat, choice: int) -> None:
        """One answer, and all that follows from it."""
        village = self.village
        ask = village.asked(seat)
        at_night = is_night(village.public.part)
        victim = village.box.victim
        if seat >= 0 and at_night and ask is not None and not ask.continues:
            self.note_act(seat, choice)
        village.answer(seat, choice)
        if village.box.victim != victim and village.box.victim != NOTHING:
            self.note_victim(seat, choice)
        notices, village.notices = village.notices or [], []
        for notice in notices:
            self.note(notice, seat)

    def tonight(self, key: str, seats: list[Seat], named: list[Seat], word: str = "") -> None:
        """A line of the night; two who are told the same share it."""
        for told in self.night:
            if told.key == key and told.named == named and told.word == word:
                told.seats.extend([seat for seat in seats if seat not in told.seats])
                return
        self.night.append(Told(self.village.public.day, key, seats, named, word))

    def today(self, key: str, seats: list[Seat], named: list[Seat], word: str = "") -> None:
        """A line of dawn or day."""
        self.lines.append(Told(self.village.public.day, key, seats, named, word))

    def note_act(self, seat: Seat, choice: int) -> None:
        """What a seat does in secret."""
        act, argument = act_of(choice), argument_of(choice)
        if act == HIDE:
            self.tonight("hides", [seat], [argument])
        elif act == PROTECT:
            self.tonight("protects", [seat], [argument])
        elif act == KILL and self.village.options["murder"] == "blind":
            self.tonight("votes_blind", [seat], [argument])
        if act in (HEAL, HEAL_POISON):
            self.tonight("heals", [seat], [self.village.box.victim])
        if act in (POISON, HEAL_POISON):
            self.tonight("poisons", [seat], [argument])

    def note_victim(self, seat: Seat, choice: int) -> None:
        """The mafia have a victim; whoever caught the walker needed nobody else."""
        village = self.village
        if seat >= 0 and act_of(choice) == CATCH:
            self.tonight("catches", [seat], [village.box.victim])
        else:
            self.tonight("murder", village.mafiosi(), [village.box.victim])

    def note(self, notice: Notice, mover: Seat) -> None:
        """What was said, aloud or to one alone."""
        key, args, village = notice.key, notice.args, self.village
        if notice.only >= 0:
            self.note_whisper(notice, mover)
        elif key in ("morning_dead", "morning_no_dead"):
            self.night_is_over()
            if key == "morning_no_dead":
                self.today("no_dead", [], [])
            self.note_saved()
        elif key == "first_morning":
            self.sort_night()
        elif key in ("found_dead", "found_dead_of"):
            self.today("found", [args[0]], [], CAUSES[self.cause(args[0])])
        elif key in BALLOTS:
            self.note_hand(BALLOTS[key], args[0], args[1])
        elif key == "listed":
            self.today("accuses", [args[1]], [args[0]])
        elif key == "unclear":
            self.rounds += 1
        elif key == "no_verdict":
            self.today("no_verdict", [], [])
        elif key in OF_TWO:
            self.today(OF_TWO[key], [args[0]], [args[1]])
        elif key in OF_ONE:
            self.today(OF_ONE[key], [args[0]], [])
        elif key in ENDS:
            self.today("end", list(village.public.winners), [], WINNERS[village.public.winner])

    def note_whisper(self, notice: Notice, mover: Seat) -> None:
        """What the night told one seat alone."""
        key, args, only, village = notice.key, notice.args, notice.only, self.village
        if key == "mafia_meet":
            self.tonight("mafia_meets", [only], [])
        elif key == "freemasons_meet":
            self.tonight("freemasons_meet", village.holders(FREEMASON), [])
        elif key == "matched":
            lot = mover == CHANCE
            self.tonight("matched_by_lot" if lot else "matched", [only], [args[0], args[1]])
        elif key == "answer":
            self.tonight("asks", [only], [args[0]], SIDES[args[1]])
        elif key == "informed":
            self.tonight("is_shown", [only], [args[0]])
        elif key == "all_mafiosi":
            self.tonight("is_shown_all", [only], [])
        elif key == "asked_about":
            self.tonight("spy_told", [only], [args[0]])
        elif key == "glimpse":
            self.night.append(Told(village.public.day, "peeps", [only], []))
        elif key == "awake":
            self.night[-1].named.append(args[0])

    # Dawn.

    def night_is_over(self) -> None:
        """Tell the night in the order of its hours."""
        if self.village.box.victim == NOTHING:
            self.tonight("no_murder", [], [])
        self.sort_night()

    def sort_night(self) -> None:
        """What waves do at once is told one after the other."""
        self.night.sort(key=hour)
        self.lines.extend(self.night)
        self.night.clear()

    def note_saved(self) -> None:
        """Why the chosen player lives, if so."""
        village = self.village
        box = village.box
        if box.victim == NOTHING or box.victim in village.public.fallen:
            return
        if box.guard == box.victim:
            key = "saved_by_guardian"
        elif village.role(box.victim) == COWARD and box.host != NOTHING:
            key = "saved_by_hiding"
        else:
            key = "saved_by_potion"
        self.today(key, [box.victim], [])

    def cause(self, seat: Seat) -> int:
        """Of what somebody died at night (PA-R11); the first cause counts."""
        village = self.village
        box = village.box
        hides = village.role(seat) == COWARD and box.host == box.victim and box.victim != NOTHING
        if (seat == box.victim and not box.heals) or (hides and seat != box.victim):
            return MURDER
        if seat == box.poisoned:
            return POISONING
        lover = village.secret[seat].lover
        if village.public.away[seat] or lover not in village.public.fallen:
            return HEART_ATTACK
        return GRIEVING

    # Votes.

    def note_hand(self, kind: str, seat: Seat, named: Seat) -> None:
        """A hand that everybody saw; every vote of a day is told apart."""
        public = self.village.public
        part = PARTS[public.part]
        if kind == "vote" and part in ("runoff", "forced", "discussion"):
            kind = "runoff" if part == "runoff" else "forced"
        ballot = (kind, public.day, self.rounds)
        if self.ballot != ballot or not self.votes:
            self.ballot = ballot
            self.votes.append({"day": public.day, "kind": kind, "hands": []})
        self.votes[-1]["hands"].append([seat, named])


def hour(told: Told) -> int:
    """When in the night something happens."""
    return HOURS.index(told.key)


def story(village: Village, answers: list[Answer]) -> dict[str, Any]:
    """The whole story of a game from its answers."""
    teller = Storyteller(village)
    for seat, choice in answers:
        teller.hear(seat, choice)
    public = village.public
    return {
        "roles": [ROLE_NAMES[own.role] for own in village.secret],
        "couple": list(village.box.couple),
        "alive": public.alive[:],
        "lines": [told.encode() for told in (*teller.lines, *teller.night)],
        "votes": teller.votes,
    }
