"""The rule table of Mafia City: the rulebook's clauses in its words and order."""

from __future__ import annotations

from typing import Final

from omerta.core import Rule, Step
from omerta.games.mafia_city.city import City
from omerta.games.mafia_city.rules.action import (
    DiscardWithoutEffect,
    DragAlong,
    DragAlongAndMore,
    MayDragAlong,
    MayDragAlongEvenOneself,
    MayUseBullet,
    MoveChip,
    NameAnyChip,
    NameLocation,
    NameOtherLocation,
    NameOwnChip,
    NameRaid,
    NameSecondStack,
    NameStack,
    NameThirdChip,
    NameVictim,
    NobodyHasPassed,
    OneMoreAction,
    PlaceChip,
    PlaceFromReserve,
    ReturnStack,
    SendToCell,
    StealCard,
    SwapBottomChips,
    TakeChipBack,
    TakeTurn,
    TakeTurnByTheNote,
    ToCell,
    Turn,
    UntilAllHavePassed,
)
from omerta.games.mafia_city.rules.effects import (
    Announce,
    AnnounceAtChip,
    AnnounceAtChipAndLocation,
    AnnounceAtLocation,
    AnnounceAtSeat,
    AnnounceAtTwoLocations,
    CancelWhatItAnswered,
    Discard,
    DiscardOne,
    DiscardOnlyCard,
    DrawCard,
    DrawCards,
    DrawOn,
    Follow,
    OfferIsOver,
    ReshuffleIfEmpty,
    UntilDrawn,
    Window,
)
from omerta.games.mafia_city.rules.location import (
    AnswerAgreements,
    BeginLocationPhase,
    Bid,
    Bidding,
    BiddingForAll,
    BidMore,
    Control,
    ControlWithoutTie,
    CountAgreement,
    Eliminate,
    EntitledByChipsRecruit,
    EntitledRecruit,
    ExtraPoint,
    ForController,
    Mark,
    MayDecline,
    MayJail,
    MayKill,
    MayMoveHitman,
    MayPlayHitman,
    MayUsePlusOne,
    MoveHitman,
    NameChipAtHitman,
    NextBidder,
    PickLocation,
    Point,
    Recruit,
    ReleaseAll,
    ReleaseEarlierRounds,
    Solve,
    TakeMayor,
    TakePoliceman,
    UntilAllMarked,
)
from omerta.games.mafia_city.rules.rounds import (
    BeginStrategyPhase,
    CheckEnd,
    CheckEndOrLimit,
    ChooseFirst,
    ClearEmptyLocations,
    DrawIfLast,
    DrawIfLastInBoth,
    Exchange,
    FromFirst,
    LayTiles,
    MayExchange,
    NameSeat,
    NextRound,
    NextSeat,
    PassToken,
    PickStrategyLocation,
    PlayersDecide,
    RemoveCube,
    TakeBack,
)
from omerta.games.mafia_city.table import (
    FBI,
    POLICE_CHIEF,
    Options,
    option_values,
)


class Rules:
    """Every rule of the game; the options choose among the sentences."""

    def __init__(self, options: Options) -> None:
        strict = options.forced_pass == "strict_note"
        take_turn: Step[City] = TakeTurnByTheNote() if strict else TakeTurn()
        own = options.complicity_on_own_jailing == "yes"
        may_drag_along: Step[City] = MayDragAlongEvenOneself() if own else MayDragAlong()
        more = options.complicity_per_transport == "any"
        drag_along: Step[City] = DragAlongAndMore() if more else DragAlong()
        earlier = options.cell_release == "earlier_rounds_only"
        release: Step[City] = ReleaseEarlierRounds() if earlier else ReleaseAll()
        by_chips = options.fight_club_recruits == "chips_only"
        recruits: Step[City] = EntitledByChipsRecruit() if by_chips else EntitledRecruit()
        limited = options.round_limit != "none"
        check_end: Step[City] = CheckEndOrLimit() if limited else CheckEnd()
        fewest = 2 if options.skip_uncontested_bidding == "yes" else 1
        needs_chip = options.agreement_needs_chip == "yes"
        bidding = Bidding(fewest) if needs_chip else BiddingForAll(fewest)
        optional = options.location_effects_optional == "yes"
        may_decline: list[Step[City]] = [MayDecline()] if optional else []
        on_empty = options.reshuffle_timing == "on_empty"
        reshuffle_at_once: list[Step[City]] = [ReshuffleIfEmpty()] if on_empty else []

        # MC-2 Zones, chips, cards
        self.DRAW: Final = Rule(
            "MC-2.17", UntilDrawn(), ReshuffleIfEmpty(), DrawCard(), *reshuffle_at_once, DrawOn()
        )
        self.DRAW_ONE: Final = Rule("MC-16.4", DrawCards(1))
        self.DRAW_TWO: Final = Rule("MC-1.13", DrawCards(2))

        # MC-1 Setup
        self.DEAL: Final = Rule("MC-1.13", FromFirst(), Follow(self.DRAW_TWO), NextSeat())
        self.EXCHANGE: Final = Rule("MC-1.14", FromFirst(), MayExchange(), Exchange(), NextSeat())

        # MC-4 Action Phase
        self.ACTION_PHASE: Final = Rule("MC-4", NobodyHasPassed(), Turn(), UntilAllHavePassed())
        self.ACTION: Final = Rule("MC-4.3", take_turn)
        self.PLACE: Final = Rule("MC-4.4", PlaceChip())
        self.TEMPORIZE: Final = Rule("MC-4.7", DiscardWithoutEffect())
        self.BULLET_TURN: Final = Rule("MC-4.13", MayUseBullet())

        # MC-5 Symbols
        self.FISTS: Final = Rule("MC-5.7", Announce("fists"), Window(), CancelWhatItAnswered())
        self.ONE_HAT: Final = Rule(
            "MC-5.1", NameOwnChip(), AnnounceAtChip("hat"), Window(), TakeChipBack(), Discard()
        )
        self.TWO_HATS: Final = Rule(
            "MC-5.3",
            NameLocation(),
            AnnounceAtLocation("hats"),
            Window(),
            PlaceFromReserve(),
            Discard(),
        )
        self.BULLET: Final = Rule(
            "MC-5.10", Announce("bullet"), Window(), Discard(), OneMoreAction()
        )
        self.PLUS_ONE: Final = Rule(
            "MC-5.11", Announce("plus_one"), Window(), ExtraPoint(), Discard(), OfferIsOver()
        )

        # MC-6 Action cards
        self.HITMAN: Final = Rule(
            "MC-6.2",
            NameChipAtHitman(),
            AnnounceAtChip("hitman"),
            Window(FBI),
            Eliminate(),
            Discard(),
            OfferIsOver(),
        )
        self.SNITCH: Final = Rule(
            "MC-6.5",
            NameAnyChip(),
            AnnounceAtChip("snitch"),
            Window(POLICE_CHIEF),
            SendToCell(),
            Discard(),
        )
        self.THIEF: Final = Rule(
            "MC-6.6",
            NameVictim(),
            AnnounceAtSeat("thief"),
            Window(POLICE_CHIEF),
            StealCard(),
            Discard(),
        )
        self.POLICE_CHIEF: Final = Rule(
            "MC-6.9", Announce("police_chief"), Window(), CancelWhatItAnswered()
        )
        self.FBI: Final = Rule("MC-6.11", Announce("fbi"), Window(), CancelWhatItAnswered())
        self.POLICE_RAID: Final = Rule(
            "MC-6.13",
            NameRaid(),
            AnnounceAtLocation("police_raid"),
            Window(POLICE_CHIEF),
            ReturnStack(),
            Discard(),
        )
        self.SHADOW_GAMES: Final = Rule(
            "MC-6.17",
            NameStack(),
            NameSecondStack(),
            AnnounceAtTwoLocations("shadow_games"),
            Window(),
            SwapBottomChips(),
            Discard(),
        )
        self.GRAND_SCHEME: Final = Rule(
            "MC-6.19",
            NameAnyChip(),
            NameOtherLocation(),
            AnnounceAtChipAndLocation("grand_scheme"),
            Window(FBI),
            MoveChip(),
            Discard(),
        )
        self.TRANSPORT: Final = Rule("MC-6.21", ToCell(), may_drag_along)
        self.COMPLICITY: Final = Rule(
            "MC-6.22", NameThirdChip(), AnnounceAtChip("complicity"), Window(), drag_along
        )
        self.TRADE: Final = Rule(
            "MC-6.29",
            Announce("trade"),
            Window(FBI),
            DrawCards(3),
            DiscardOne("trade_discard", of="drawn"),
            Discard(),
        )
        self.DISCARD_ONLY: Final = Rule("MC-6.30", DiscardOnlyCard())
        self.SECRET_AGREEMENT: Final = Rule("MC-6.31", Window(), CountAgreement(), Discard())
        self.TEXTS: Final = [
            self.HITMAN,
            self.SNITCH,
            self.THIEF,
            self.POLICE_CHIEF,
            self.FBI,
            self.POLICE_RAID,
            self.SHADOW_GAMES,
            self.GRAND_SCHEME,
            self.COMPLICITY,
            self.TRADE,
            self.SECRET_AGREEMENT,
        ]

        # MC-7 Location Phase
        self.LOCATION_PHASE: Final = Rule(
            "MC-7", BeginLocationPhase(), PickLocation(), Solve(), UntilAllMarked()
        )
        self.BIDDING: Final = Rule(
            "MC-7.8", Bid(bidding), BidMore(), AnswerAgreements(), NextBidder()
        )

        # MC-8 to MC-14 The seven locations
        self.JAIL: Final = Rule("MC-8", bidding, Control(), Point(), release, MayJail(), Mark())
        self.JAIL_EFFECT: Final = Rule("MC-8.5", Window(POLICE_CHIEF, fists="no"), SendToCell())
        self.HARBOR: Final = Rule(
            "MC-9", bidding, Control(), Point(), MayMoveHitman(), MayKill(), Mark()
        )
        self.HITMAN_MOVE: Final = Rule("MC-9.2", Window(FBI, fists="no"), MoveHitman())
        self.KILLING: Final = Rule("MC-9.4", MayPlayHitman())
        self.FIGHT_CLUB: Final = Rule(
            "MC-10", bidding, ControlWithoutTie(), Point(), recruits, Mark()
        )
        self.RECRUIT: Final = Rule("MC-10.2", *may_decline, Recruit())
        self.POLICE_STATION: Final = Rule(
            "MC-11", bidding, Control(), Point(), *may_decline, TakePoliceman(), Mark()
        )
        self.DRAW_THREE: Final = Rule(
            "MC-12.2", DrawCards(3), DiscardOne("district_discard", of="hand")
        )
        self.BUSINESS_DISTRICT: Final = Rule(
            "MC-12",
            bidding,
            Control(),
            Point(),
            *may_decline,
            ForController(self.DRAW_THREE),
            Mark(),
        )
        self.EXTRA_POINT: Final = Rule("MC-13.2", MayUsePlusOne())
        self.GENTLEMENS_CLUB: Final = Rule(
            "MC-13", bidding, Control(), Point(), ForController(self.EXTRA_POINT), Mark()
        )
        self.CITY_HALL: Final = Rule(
            "MC-14", bidding, ControlWithoutTie(), Point(), *may_decline, TakeMayor(), Mark()
        )
        self.LOCATIONS: Final = [
            self.JAIL,
            self.JAIL,
            self.HARBOR,
            self.FIGHT_CLUB,
            self.POLICE_STATION,
            self.BUSINESS_DISTRICT,
            self.GENTLEMENS_CLUB,
            self.CITY_HALL,
        ]

        # MC-15 Strategy Phase
        self.STRATEGY_PHASE: Final = Rule(
            "MC-15",
            BeginStrategyPhase(),
            ClearEmptyLocations(),
            PickStrategyLocation(),
            PlayersDecide(),
            RemoveCube(),
        )
        self.TAKE_BACK: Final = Rule("MC-15.5", NameSeat(), TakeBack())

        # MC-16 End of Round, MC-17 Game end
        self.EVERYBODY_DRAWS: Final = Rule(
            "MC-16.4", FromFirst(), Follow(self.DRAW_ONE), NextSeat()
        )
        self.END_OF_ROUND: Final = Rule(
            "MC-16", PassToken(), DrawIfLastInBoth(), DrawIfLast(), Follow(self.EVERYBODY_DRAWS)
        )
        self.GAME_END: Final = Rule("MC-17", check_end)
        self.ROUND: Final = Rule(
            "MC-4.1",
            Follow(self.ACTION_PHASE),
            Follow(self.LOCATION_PHASE),
            Follow(self.GAME_END),
            Follow(self.STRATEGY_PHASE),
            Follow(self.END_OF_ROUND),
            NextRound(),
        )
        self.GAME: Final = Rule(
            "MC-1",
            ChooseFirst(),
            LayTiles(),
            Follow(self.DEAL),
            Follow(self.EXCHANGE),
            Follow(self.ROUND),
        )

    def all(self) -> list[Rule]:
        """Every rule of the table once."""
        return [
            self.DRAW,
            self.DRAW_ONE,
            self.DRAW_TWO,
            self.DEAL,
            self.EXCHANGE,
            self.ACTION_PHASE,
            self.ACTION,
            self.PLACE,
            self.TEMPORIZE,
            self.BULLET_TURN,
            self.ONE_HAT,
            self.TWO_HATS,
            self.FISTS,
            self.BULLET,
            self.PLUS_ONE,
            *self.TEXTS,
            self.TRANSPORT,
            self.DISCARD_ONLY,
            self.LOCATION_PHASE,
            self.BIDDING,
            *self.LOCATIONS[1:],
            self.JAIL_EFFECT,
            self.HITMAN_MOVE,
            self.KILLING,
            self.RECRUIT,
            self.DRAW_THREE,
            self.EXTRA_POINT,
            self.STRATEGY_PHASE,
            self.TAKE_BACK,
            self.EVERYBODY_DRAWS,
            self.END_OF_ROUND,
            self.GAME_END,
            self.ROUND,
            self.GAME,
        ]


TABLES: Final[dict[str, Rules]] = {}
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
