"""The rule table of Downtown: the rulebook's clauses in its words and order."""

from __future__ import annotations

from typing import Final

from omerta.core import Rule, Step
from omerta.games.downtown.rules.places import (
    Buy,
    CasinoAppears,
    DiscardCrew,
    GhettoDraws,
    LookAtBack,
    LookAtFence,
    MayDraw,
    MayVisit,
    Offer,
    PutCardBack,
    PutFence,
    Refill,
    RobOrLook,
    SellOrLook,
    ShareAtBank,
    ShuffleDiscards,
    Stake,
    TakeTopCard,
    TurnFence,
    VillaMayRob,
    VillaMaySell,
)
from omerta.games.downtown.rules.setup import (
    DealHands,
    DrawGangsters,
    FirstOnEastSideStarts,
    FirstTurn,
    Follow,
    NamedFirstPlacer,
    NameFirstPlacer,
    NextPlacer,
    OpenDisplays,
    PlaceFirstPiece,
    PlaceSecondPiece,
    TurnUpCard,
    TurnUpFence,
    TurnUpFirstRow,
    TurnUpGangsters,
    TurnUpStacks,
)
from omerta.games.downtown.rules.turn import (
    AddFaceDown,
    EndTurn,
    EndTurnOrGame,
    FixPrices,
    HandOverPrice,
    LayGangsters,
    LayMoney,
    MayMove,
    MoveToPaid,
    OnlyAfterUse,
    Phase,
    RevealAdditions,
    SelectPlayer,
    SelectTheOther,
    Shed,
    ShedGangstersFirst,
    SkipUnlessPaid,
    TakeAll,
    TakeDisplayBack,
    UseOtherPlace,
    UsePlace,
    WinAtOnce,
)
from omerta.games.downtown.table import MOVE, RENEW, SELECT, USE, Options, option_values
from omerta.games.downtown.town import Town

VISITS: Final = {"all": 3, "first_only": 1, "none": 0}
"""So many appearances of a casino card offer a visit (DT-R8)."""


class Rules:
    """Every rule of the game; the options choose among the sentences."""

    def __init__(self, options: Options) -> None:
        if options.first_placer == "random":
            first_placer: Step[Town] = NameFirstPlacer()
        else:
            first_placer = NamedFirstPlacer(int(options.first_placer) - 1)
        window: list[Step[Town]] = []
        if options.addition_window == "only_after_use":
            window = [OnlyAfterUse()]
        if options.shed_loot == "free":
            shed: Step[Town] = Shed()
        else:
            shed = ShedGangstersFirst()
        may_draw: list[Step[Town]] = []
        if options.ghetto_draw == "ask":
            may_draw = [MayDraw()]
        if options.turn_cap == "off":
            end_turn: Step[Town] = EndTurn()
        else:
            end_turn = EndTurnOrGame(int(options.turn_cap))

        # DT-2 Setup
        self.DRAW: Final = Rule("DT-2.1", DrawGangsters())
        self.TURN_UP: Final = Rule("DT-2.3", TurnUpGangsters())
        self.TOP_CARD: Final = Rule("DT-2.5", TurnUpCard())
        self.TOP_FENCE: Final = Rule("DT-2.7", TurnUpFence())
        self.SETUP: Final = Rule("DT-2", DealHands(), TurnUpFirstRow(), TurnUpStacks())

        # DT-3 Placing, start player, opening displays
        self.PLACING: Final = Rule(
            "DT-3.2", first_placer, PlaceFirstPiece(), PlaceSecondPiece(), NextPlacer()
        )
        self.OPENING: Final = Rule("DT-3.8", FirstOnEastSideStarts(), OpenDisplays())
        self.GAME: Final = Rule(
            "DT-3", Follow(self.SETUP), Follow(self.PLACING), Follow(self.OPENING), FirstTurn()
        )

        # DT-5 Phase 1: moving to empty places
        self.MOVE: Final = Rule("DT-5", MayMove(), MayMove())

        # DT-6 Phase 2: collect or pay
        self.SELECT: Final = Rule("DT-6.1", SelectPlayer())
        self.COLLECT: Final = Rule("DT-6.4", TakeAll(), WinAtOnce())
        self.PAY: Final = Rule("DT-6.7", HandOverPrice(), WinAtOnce(), MoveToPaid())

        # DT-7 Phase 3: using a place; additions
        self.USE: Final = Rule("DT-7.1", UsePlace())
        self.ADDITIONS: Final = Rule("DT-7.4", *window, AddFaceDown())

        # DT-8 Downtown, DT-9 Ghetto, DT-10 Bank
        self.GHETTO: Final = Rule("DT-9.5", *may_draw, DrawGangsters())
        self.DOWNTOWN: Final = Rule(
            "DT-8.6",
            Buy(),
            ShareAtBank(),
            WinAtOnce(),
            ShuffleDiscards(),
            Refill(),
            GhettoDraws(),
        )

        # DT-11 West Side
        self.ROBBERY: Final = Rule("DT-11.2", DiscardCrew(), TakeTopCard(), TurnUpCard())
        self.WEST_LOOK: Final = Rule("DT-11.5", LookAtBack(), PutCardBack(), TurnUpCard())
        self.WEST_SIDE: Final = Rule("DT-11.1", RobOrLook(), VillaMayRob())

        # DT-12 East Side
        self.SALE: Final = Rule(
            "DT-12.3", Offer(), TurnFence(), WinAtOnce(), TurnUpFence(), CasinoAppears()
        )
        self.EAST_LOOK: Final = Rule(
            "DT-12.13", LookAtFence(), PutFence(), TurnUpFence(), CasinoAppears()
        )
        self.EAST_SIDE: Final = Rule("DT-12.1", SellOrLook(), VillaMaySell())

        # DT-13 Casino
        self.CASINO: Final = Rule(
            "DT-13", MayVisit(VISITS[options.casino_visits]), Stake(), WinAtOnce()
        )

        # DT-15 Phase 4: renewing the display, hand limit
        self.RENEW: Final = Rule("DT-15", LayMoney(), LayGangsters(), RevealAdditions(), shed)

        # DT-4 Turn structure
        self.TURN: Final = Rule(
            "DT-4.1",
            TakeDisplayBack(),
            FixPrices(),
            Phase(MOVE),
            Follow(self.MOVE),
            Phase(SELECT),
            Follow(self.SELECT),
            Phase(USE),
            Follow(self.USE),
            Follow(self.ADDITIONS),
            Phase(RENEW),
            Follow(self.RENEW),
            end_turn,
        )

        # DT-18 Two players
        self.SELECT_OF_TWO: Final = Rule("DT-18.4", SelectTheOther())
        self.USE_OF_TWO: Final = Rule("DT-18.2", SkipUnlessPaid(), UsePlace(), UseOtherPlace())
        self.TURN_OF_TWO: Final = Rule(
            "DT-18.8",
            TakeDisplayBack(),
            FixPrices(),
            Phase(MOVE),
            Follow(self.MOVE),
            Phase(SELECT),
            Follow(self.SELECT_OF_TWO),
            Phase(USE),
            Follow(self.USE_OF_TWO),
            Phase(RENEW),
            Follow(self.RENEW),
            end_turn,
        )

    def turn(self, seats: int) -> Rule:
        """The turn with so many players."""
        return self.TURN if seats > 2 else self.TURN_OF_TWO

    def all(self) -> list[Rule]:
        """Every rule of the table once."""
        return [
            self.DRAW,
            self.TURN_UP,
            self.TOP_CARD,
            self.TOP_FENCE,
            self.SETUP,
            self.PLACING,
            self.OPENING,
            self.GAME,
            self.MOVE,
            self.SELECT,
            self.COLLECT,
            self.PAY,
            self.USE,
            self.ADDITIONS,
            self.GHETTO,
            self.DOWNTOWN,
            self.ROBBERY,
            self.WEST_LOOK,
            self.WEST_SIDE,
            self.SALE,
            self.EAST_LOOK,
            self.EAST_SIDE,
            self.CASINO,
            self.RENEW,
            self.TURN,
            self.SELECT_OF_TWO,
            self.USE_OF_TWO,
            self.TURN_OF_TWO,
        ]


TABLES: Final[dict[str, Rules]] = {}
"""The rule tables that have been built, by their options."""

MOST_TABLES: Final = 64
"""So many rule tables are kept for the next deal; a game holds its own as long as it lives."""


def rules_for(options: Options) -> Rules:
    """The rule table for these options, built once."""
    key = " ".join(option_values(options).values())
    if key not in TABLES:
        if len(TABLES) == MOST_TABLES:
            TABLES.clear()
        TABLES[key] = Rules(options)
    return TABLES[key]
