"""The rule table of Downtown: the rulebook's clauses in its words and order."""

from __future__ import annotations

from typing import Final

from omerta.core import Follow, Rule, RuleTable, RuleTables, Step
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
from omerta.games.downtown.rules.points import POINTS
from omerta.games.downtown.rules.setup import (
    CompensateOthers,
    DealHands,
    DrawGangsters,
    FirstOnEastSideStarts,
    FirstTurn,
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
    MayMoveTheOther,
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
from omerta.games.downtown.state.components import MOVE, RENEW, SELECT, USE
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.options import Options

VISITS: Final = {"all": 3, "first_only": 1, "none": 0}
"""How many appearances of a casino card offer a visit (DT-13.12, DT-R8)."""


class Rules(RuleTable):
    """Every rule of the game; the options choose among the sentences."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        first_placer: Step[Town] = NameFirstPlacer()
        if options["first_placer"] != "random":
            first_placer = NamedFirstPlacer(options.number("first_placer") - 1)
        window: list[Step[Town]] = []
        if options["addition_window"] == "only_after_use":
            window = [OnlyAfterUse()]
        shed: Step[Town] = Shed()
        if options["shed_loot"] == "only_without_gangsters":
            shed = ShedGangstersFirst()
        may_draw: list[Step[Town]] = []
        if options["ghetto_draw"] == "ask":
            may_draw = [MayDraw()]
        end_turn: Step[Town] = EndTurn()
        if options["turn_cap"] != "off":
            end_turn = EndTurnOrGame(options.number("turn_cap"))

        compensation: list[Step[Town]] = []
        if options["start_compensation"] != "off":
            compensation = [CompensateOthers(options.number("start_compensation"))]

        # DT-2 Setup
        self.DRAW: Final = self.rule("DT-2.1", DrawGangsters())
        self.TURN_UP: Final = self.rule("DT-2.3", TurnUpGangsters())
        self.TOP_CARD: Final = self.rule("DT-2.5", TurnUpCard())
        self.TOP_FENCE: Final = self.rule("DT-2.7", TurnUpFence())
        self.SETUP: Final = self.rule("DT-2", DealHands(), TurnUpFirstRow(), TurnUpStacks())

        # DT-3 Placing, start player, opening displays
        self.PLACING: Final = self.rule(
            "DT-3.2",
            first_placer,
            PlaceFirstPiece(),
            PlaceSecondPiece(),
            NextPlacer(PlaceFirstPiece),
        )
        self.OPENING: Final = self.rule(
            "DT-3.8", FirstOnEastSideStarts(), *compensation, OpenDisplays()
        )
        self.GAME: Final = self.rule(
            "DT-3", Follow(self.SETUP), Follow(self.PLACING), Follow(self.OPENING), FirstTurn()
        )

        # DT-5 Phase 1: moving to empty places
        self.MOVE: Final = self.rule("DT-5", MayMove(), MayMoveTheOther())

        # DT-6 Phase 2: collect or pay
        self.SELECT: Final = self.rule("DT-6.1", SelectPlayer())
        self.COLLECT: Final = self.rule("DT-6.4", TakeAll(), WinAtOnce())
        self.PAY: Final = self.rule("DT-6.7", HandOverPrice(), WinAtOnce(), MoveToPaid())

        # DT-7 Phase 3: using a place; additions
        self.USE: Final = self.rule("DT-7.1", UsePlace())
        self.ADDITIONS: Final = self.rule("DT-7.4", *window, AddFaceDown())

        # DT-8 Downtown, DT-9 Ghetto, DT-10 Bank
        self.GHETTO: Final = self.rule("DT-9.5", *may_draw, DrawGangsters())
        self.DOWNTOWN: Final = self.rule(
            "DT-8.6",
            Buy(),
            ShareAtBank(),
            WinAtOnce(),
            ShuffleDiscards(),
            Refill(),
            GhettoDraws(),
        )

        # DT-11 West Side
        self.ROBBERY: Final = self.rule("DT-11.2", DiscardCrew(), TakeTopCard(), TurnUpCard())
        self.WEST_LOOK: Final = self.rule("DT-11.5", LookAtBack(), PutCardBack(), TurnUpCard())
        self.WEST_SIDE: Final = self.rule("DT-11.1", RobOrLook(), VillaMayRob())

        # DT-12 East Side
        self.SALE: Final = self.rule(
            "DT-12.3", Offer(), TurnFence(), WinAtOnce(), TurnUpFence(), CasinoAppears()
        )
        self.EAST_LOOK: Final = self.rule(
            "DT-12.13", LookAtFence(), PutFence(), TurnUpFence(), CasinoAppears()
        )
        self.EAST_SIDE: Final = self.rule("DT-12.1", SellOrLook(), VillaMaySell())

        # DT-13 Casino
        self.CASINO: Final = self.rule(
            "DT-13", MayVisit(VISITS[options["casino_visits"]]), Stake(), WinAtOnce()
        )

        # DT-15 Phase 4: renewing the display, hand limit
        self.RENEW: Final = self.rule("DT-15", LayMoney(), LayGangsters(), RevealAdditions(), shed)

        # DT-4 Turn structure
        self.TURN: Final = self.rule(
            "DT-4.1",
            TakeDisplayBack(),
            FixPrices(),
            Phase(MOVE, self.MOVE),
            Phase(SELECT, self.SELECT),
            Phase(USE, self.USE),
            Follow(self.ADDITIONS),
            Phase(RENEW, self.RENEW),
            end_turn,
        )

        # DT-18 Two players: never additions, as the only opponent is next (DT-18.6)
        self.SELECT_OF_TWO: Final = self.rule("DT-18.4", SelectTheOther())
        self.USE_OF_TWO: Final = self.rule("DT-18.2", SkipUnlessPaid(), UsePlace(), UseOtherPlace())
        self.TURN_OF_TWO: Final = self.rule(
            "DT-18.8",
            TakeDisplayBack(),
            FixPrices(),
            Phase(MOVE, self.MOVE),
            Phase(SELECT, self.SELECT_OF_TWO),
            Phase(USE, self.USE_OF_TWO),
            Phase(RENEW, self.RENEW),
            end_turn,
        )

    def turn(self, seats: int) -> Rule:
        """The turn with this many players."""
        return self.TURN if seats > 2 else self.TURN_OF_TWO

    def phase(self, phase: int, seats: int) -> Rule:
        """What a phase of the turn carries out with this many players."""
        if phase == SELECT:
            return self.SELECT if seats > 2 else self.SELECT_OF_TWO
        if phase == USE:
            return self.USE if seats > 2 else self.USE_OF_TWO
        return self.MOVE if phase == MOVE else self.RENEW


TABLES: Final = RuleTables(Rules, POINTS)
"""The rule tables that have been built, by their options."""
