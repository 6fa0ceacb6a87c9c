"""The forms of the lobby: what its addresses take and give, as OpenAPI shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from omerta.server.wire.protocol import LONGEST_NAME, LONGEST_TEXT

ClockWord = Literal["off", "quick", "relaxed", "days"]
PaceWord = Literal["thoughtful", "calm", "brisk", "instant"]
PhaseWord = Literal["lobby", "seeds", "playing", "over", "closed"]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
OptionValues = Annotated[
    dict[
        Annotated[str, Field(max_length=40)],
        Annotated[str, Field(max_length=40)],
    ],
    Field(max_length=200),
]


class Form(BaseModel):
    """What a client fills in; unknown fields are an error."""

    model_config = ConfigDict(extra="forbid")


class NewPerson(Form):
    """Somebody comes in."""

    name: Name = ""
    program: Annotated[bool, Field(strict=True)] = False
    """Whether this is the account of a program: it is shown as one wherever it sits."""


class Rename(Form):
    """Another name for oneself."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class SettingsForm(Form):
    """How the table is played; what is left out stays as it is."""

    public: bool | None = None
    watching: bool | None = None
    clock: ClockWord | None = None
    pace: PaceWord | None = None
    grace: Annotated[int, Field(ge=0, le=86_400)] | None = None
    talk: bool | None = None


class NewChair(Form):
    """Who sits down: the person who asks, somebody on the same device, or a computer player."""

    kind: Literal["me", "same_device", "computer", "empty"]
    name: Name = ""
    level: Annotated[str, Field(max_length=40)] = ""


class NewTable(Form):
    """A table to be set up. Chairs that are not given are empty; the maker takes chair 0."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[int, Field(ge=1, le=32)]
    chairs: Annotated[list[NewChair], Field(max_length=32)] = []
    options: OptionValues = {}
    settings: SettingsForm = SettingsForm()
    master: bool = False
    """The maker runs the game instead of playing it."""
    lesson: bool = False
    """A guided first game: seats, chairs, options and settings are those of the lesson."""


class Joining(Form):
    """Sit down on a free chair: a certain one, or the first."""

    seat: Annotated[int, Field(ge=0, le=31)] | None = None
    name: Name = ""


class Running(Form):
    """Run the game as its master, under this name."""

    name: Name = ""


class Changes(Form):
    """What the host changes before the start; options replace all options."""

    options: OptionValues | None = None
    settings: SettingsForm | None = None
    seats: Annotated[int, Field(ge=1, le=32)] | None = None


class TakeAlong(Form):
    """Take one's games along to another device."""

    move: Annotated[bool, Field(strict=True)] = False
    """Whether this device gives them up."""
    device: Name = ""
    """How to call this device in the list of one's devices."""


class Arrival(Form):
    """Come with a code that another device shows."""

    code: Annotated[str, Field(min_length=1, max_length=20)]
    device: Name = ""


class Report(Form):
    """What is wrong with somebody at the table."""

    reason: Literal["insults", "cheating", "spam", "name", "other"]
    text: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""


class Person(BaseModel):
    """Oneself. The token proves it: keep it, and send it as `Authorization: Bearer`."""

    name: str
    token: str


class Code(BaseModel):
    """A code for another device, good for one use until then."""

    code: str
    until: int
    qr: str
    """The address to open there, as a picture (SVG)."""


class DeviceLine(BaseModel):
    """One of one's devices."""

    id: str
    name: str
    since: int
    this: bool


class BlockLine(BaseModel):
    """Somebody whom one blocks, and where they sit at the table that was asked about."""

    id: str
    name: str
    seats: list[int]


class Reported(BaseModel):
    """The operator will read it."""

    reported: bool


class HouseLine(BaseModel):
    """What the operator tells everybody."""

    announcement: str
    draining: bool


class TableLine(BaseModel):
    """A table in a list."""

    id: str
    code: str
    game: str
    phase: PhaseWord
    seats: int
    free: int
    names: list[str]
    made: int


class Me(BaseModel):
    """Oneself and the tables at which one sits."""

    name: str
    tables: list[TableLine]


class Link(BaseModel):
    """The invitation to a table, for other devices."""

    link: str


class OptionLine(BaseModel):
    """One option of a game: its values (default first) or the range of its number."""

    name: str
    values: list[str]
    default: str
    ruling: str
    low: int
    high: int


class GameLine(BaseModel):
    """A game that can be played here."""

    name: str
    clauses: str
    version: int
    seats_low: int
    seats_high: int
    options: list[OptionLine]
    levels: list[str]


class ChairLine(BaseModel):
    """One place at the table, as everybody sees it."""

    seat: int
    kind: Literal["empty", "person", "computer"]
    name: str
    level: str
    host: bool
    ready: bool
    away: bool
    here: bool
    yours: bool
    hash: str
    seed: str
    program: bool


class SettingsLine(BaseModel):
    """How the table is played."""

    public: bool
    watching: bool
    clock: ClockWord
    pace: PaceWord
    grace: int
    talk: bool


class ThrownDeal(BaseModel):
    """A deal that was sealed and not played: everything about it is open."""

    game_id: str
    commit: str
    hashes: list[str]
    options: dict[str, str]
    names: list[str]
    server_seed: str
    seeds: list[str]
    """Of every seat; empty where the seed was never shown."""


class FairLine(BaseModel):
    """The seal of the deal."""

    game_id: str
    commit: str
    server_seed: str
    version: int
    thrown: list[ThrownDeal]


class TableState(BaseModel):
    """Everything about a table but the game itself: the same as the message `table`."""

    id: str
    code: str
    game: str
    phase: PhaseWord
    chairs: list[ChairLine]
    options: dict[str, str]
    settings: SettingsLine
    fair: FairLine
    host: bool
    watchers: int
    paused: bool
    wish_pause: list[int]
    masters_pause: bool
    next: str
    made: int
    run_by: Literal["", "person", "player"]
    master: str
    tempo: int
    led: bool
    runs: bool
    lesson: bool
    remarks: list[str]


class Clause(BaseModel):
    """A clause of a rulebook; a heading has no id."""

    id: str
    heading: int
    text: str


class Rules(BaseModel):
    """A rulebook, in order."""

    game: str
    clauses: list[Clause]


class RecordAnswer(BaseModel):
    """One small answer of a game; the label names the random event (docs/fairness.md)."""

    seat: int
    choice: int
    label: str
    of: list[int]
    """The choices of a random event, in canonical order and with multiplicity."""


class Correction(BaseModel):
    """Answers that a human game master took back, and how many stood before them."""

    place: int
    answers: list[RecordAnswer]


class GameRecord(BaseModel):
    """A finished game: everything needed to play it again and to check the deal."""

    format: Literal["omerta-record-1", "omerta-record-2"]
    """The first has neither hashes nor thrown deals, and does not say how the game ended."""
    id: str
    game: str
    version: int
    options: dict[str, str]
    names: list[str]
    began: int
    ended: int
    winners: list[int]
    game_id: str
    commit: str
    server_seed: str
    seeds: list[str]
    hashes: list[str] = []
    """Of every seat's seed, as they were sealed before anybody showed one."""
    thrown: list[ThrownDeal] = []
    """Deals that were sealed at the table before this one and not played."""
    called_off: bool = False
    answers: list[RecordAnswer]
    taken_back: list[Correction] = []
    """What the game master took back, in order; it does not count."""


class Heard(BaseModel):
    """A notice of a replay; `only` is the seat that alone has heard it."""

    key: str
    args: dict[str, str | int]
    weight: str
    only: int | None


class Replay(BaseModel):
    """A finished game at one moment: what every seat saw, and what was heard on the way to it."""

    step: int
    steps: int
    views: list[dict[str, Any]]
    watcher: dict[str, Any]
    heard: list[Heard]


class LookLine(BaseModel):
    """A game that can be walked through: its name in the file, and which game it is."""

    name: str
    game: str


class LookStep(BaseModel):
    """A step of a walk: an answer, or a line of the file with what is wrong with it.

    `who` names chance, the clock and the game master, who have no seat.
    """

    seat: int | None
    who: str
    said: str
    number: int
    problem: str


class Look(BaseModel):
    """A walk through a game: all its steps, without what they led to."""

    name: str
    game: str
    seats: int
    steps: list[LookStep]


class LookSentence(BaseModel):
    """A sentence of a rule that a step carried out: its clause and its name in the rule table."""

    clause: str
    step: str


class LookQuestion(BaseModel):
    """An open question with everything that may be answered; `who` names chance and the clock."""

    seat: int
    who: str
    point: str
    choices: list[dict[str, Any]]


class LookMoment(BaseModel):
    """A game after one step of a walk: the true state, and what each seat sees of it."""

    position: list[str]
    carried_out: list[LookSentence]
    heard: list[Heard]
    asks: list[LookQuestion]
    views: list[dict[str, Any]]
    watcher: dict[str, Any]


class LookAnswer(Form):
    """An answer to try at a moment of a walk."""

    seat: int
    choice: int


class SetupRemark(BaseModel):
    """Something to say about a setup: text key `<area>.refusal.<key>` or `<area>.warning.<key>`."""

    clause: str
    key: str


class Chances(BaseModel):
    """A setup before the start: its cards, what the rules say of it, and how the sides stand."""

    cards: dict[str, int]
    most: dict[str, int]
    """Of each card, how many there may be."""
    faults: list[SetupRemark]
    warnings: list[SetupRemark]
    advice: list[SetupRemark]
    by_lot: float | None
    """How often the mafia would win exactly if everything were decided by lot."""
    won: dict[str, int]
    """Games of computer players with this setup, by the side that won them."""
    games: int
    enough: int
    """How many games are played in all if somebody keeps asking."""


class SheetLine(BaseModel):
    """One line that is read aloud: text key `<area>.notice.<key>`, without anybody's name."""

    key: str
    code: str
    """The code name that is called, where one is."""
    number: int | None
    """The number in the line, where it is known before the game."""
    note: str
    """What to do beside reading: text key `web.master.note.<note>`."""
    sometimes: bool
    """Whether it is read only where it applies."""


class SheetPart(BaseModel):
    """A part of the script: text key `web.sheet.part.<name>`."""

    name: str
    lines: list[SheetLine]


class Sheet(BaseModel):
    """A setup on paper: its cards, and everything that its game master reads aloud, in order."""

    cards: dict[str, int]
    parts: list[SheetPart]
    """Empty for a setup that the rules do not allow."""


class StoryLine(BaseModel):
    """One thing that happened: text key `web.story.<key>`, who did it, to whom, a word more."""

    day: int
    at_night: bool
    key: str
    seats: list[int]
    named: list[int]
    word: str


class StoryVote(BaseModel):
    """One vote: whose hand was raised against (or for) whom, in order."""

    day: int
    kind: str
    hands: list[list[int]]


class Story(BaseModel):
    """A game told afterwards, hidden things included; empty for games without secrets to tell."""

    roles: list[str]
    couple: list[int]
    alive: list[bool]
    lines: list[StoryLine]
    votes: list[StoryVote]


class Gain(BaseModel):
    """An amount of what wins the game, and where it came from."""

    source: str
    amount: int


class Chart(BaseModel):
    """A finished game in numbers: what every seat had after each round, and where it came from."""

    winners: list[int]
    ranking: list[int]
    side: str
    ended: int
    began: int
    goal: int
    """How much ends the game; 0 if nothing is counted."""
    rounds: list[int]
    standings: list[list[int]]
    """For each round what every seat had at its end; the first one is the beginning."""
    gains: list[list[Gain]]
    """For each seat."""


class Problem(BaseModel):
    """What went wrong: a text key of the catalogues with its arguments."""

    key: str
    args: dict[str, str | int] = {}
    clause: str = ""
    detail: str = ""


FORMS: tuple[type[BaseModel], ...] = (
    NewPerson,
    Rename,
    SettingsForm,
    NewChair,
    NewTable,
    Joining,
    Running,
    Changes,
    TakeAlong,
    Arrival,
    Report,
    Person,
    Code,
    DeviceLine,
    BlockLine,
    Reported,
    HouseLine,
    TableLine,
    Me,
    Link,
    OptionLine,
    GameLine,
    ChairLine,
    SettingsLine,
    ThrownDeal,
    FairLine,
    TableState,
    Clause,
    Rules,
    RecordAnswer,
    Correction,
    GameRecord,
    Heard,
    Replay,
    LookLine,
    LookStep,
    Look,
    LookSentence,
    LookQuestion,
    LookMoment,
    LookAnswer,
    SetupRemark,
    Chances,
    SheetLine,
    SheetPart,
    Sheet,
    StoryLine,
    StoryVote,
    Story,
    Gain,
    Chart,
    Problem,
)
