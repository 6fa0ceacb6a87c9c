"""The rule table of Mafia City: the rulebook's clauses in its words and order."""

from __future__ import annotations

from typing import Final

from omerta.core import Follow, RuleTable, RuleTables, Sentence, Step
from omerta.games.mafia_city.rules.action import (
    DiscardWithoutEffect,
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
    AnnounceAt,
    AnnounceAtChip,
    AnnounceAtChipAndLocation,
    AnnounceAtTwoLocations,
    CancelWhatItAnswered,
    Discard,
    DiscardOneDrawn,
    DiscardOneFromHand,
    DiscardOnlyCard,
    DrawCard,
    DrawCards,
    DrawOn,
    OfferIsOver,
    ReshuffleAtOnce,
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
    CountAgreement,
    Eliminate,
    EntitledByChipsRecruit,
    EntitledRecruit,
    ExtraPoint,
    ForController,
    GivePoint,
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
    Recruit,
    ReleaseAll,
    ReleaseEarlierRounds,
    Solve,
    TakeMayor,
    TakePoliceman,
    UntilAllMarked,
)
from omerta.games.mafia_city.rules.points import POINTS
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
    PassToken,
    PickStrategyLocation,
    PlayersDecide,
    RemoveCube,
    TakeBack,
)
from omerta.games.mafia_city.state.components import FBI, POLICE_CHIEF
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.options import Options


def may_be_declined(options: Options, effect: Sentence) -> list[Step[City]]:
    """The question before an effect of a location, where there is one (MC-R24)."""
    return [MayDecline(effect)] if options.is_on("location_effects_optional") else []


class Rules(RuleTable):
    """Every rule of the game; the options choose among the sentences."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        strict = options["forced_pass"] == "strict_note"
        take_turn: Step[City] = TakeTurnByTheNote() if strict else TakeTurn()
        own = options.is_on("complicity_on_own_jailing")
        may_drag_along: Step[City] = MayDragAlongEvenOneself() if own else MayDragAlong()
        once = options["complicity_per_transport"] == "one"
        only_one: list[Step[City]] = [OfferIsOver()] if once else []
        earlier = options["cell_release"] == "earlier_rounds_only"
        release: Step[City] = ReleaseEarlierRounds() if earlier else ReleaseAll()
        by_chips = options["fight_club_recruits"] == "chips_only"
        recruits: Step[City] = EntitledByChipsRecruit() if by_chips else EntitledRecruit()
        limited = options["round_limit"] != "none"
        check_end: Step[City] = CheckEndOrLimit() if limited else CheckEnd()
        fewest = 2 if options.is_on("skip_uncontested_bidding") else 1
        needs_chip = options.is_on("agreement_needs_chip")
        bidding = Bidding(fewest) if needs_chip else BiddingForAll(fewest)
        at_once = options["reshuffle_timing"] == "on_empty"
        reshuffle_at_once: list[Step[City]] = [ReshuffleAtOnce()] if at_once else []

        # MC-2 Zones, chips, cards
        self.DRAW: Final = self.rule(
            "MC-2.17",
            UntilDrawn(),
            ReshuffleIfEmpty(),
            DrawCard(),
            *reshuffle_at_once,
            DrawOn(since=UntilDrawn),
        )
        self.DRAW_ONE: Final = self.rule("MC-16.4", DrawCards(1))
        self.DRAW_TWO: Final = self.rule("MC-1.13", DrawCards(2))

        # MC-1 Setup
        self.EXCHANGE: Final = self.rule("MC-1.14", MayExchange(), Exchange())

        # MC-4 Action Phase
        self.ACTION_PHASE: Final = self.rule(
            "MC-4", NobodyHasPassed(), Turn(), UntilAllHavePassed()
        )
        self.ACTION: Final = self.rule("MC-4.3", take_turn)
        self.PLACE: Final = self.rule("MC-4.4", PlaceChip())
        self.TEMPORIZE: Final = self.rule("MC-4.7", DiscardWithoutEffect())
        self.BULLET_TURN: Final = self.rule("MC-4.13", MayUseBullet())

        # MC-5 Symbols
        self.FISTS: Final = self.rule("MC-5.7", Announce("fists"), Window(), CancelWhatItAnswered())
        self.ONE_HAT: Final = self.rule(
            "MC-5.1", NameOwnChip(), AnnounceAtChip("hat"), Window(), TakeChipBack(), Discard()
        )
        self.TWO_HATS: Final = self.rule(
            "MC-5.3",
            NameLocation(),
            AnnounceAt("hats"),
            Window(),
            PlaceFromReserve(),
            Discard(),
        )
        self.BULLET: Final = self.rule(
            "MC-5.10", Announce("bullet"), Window(), Discard(), OneMoreAction()
        )
        self.PLUS_ONE: Final = self.rule(
            "MC-5.11", Announce("plus_one"), Window(), ExtraPoint(), Discard(), OfferIsOver()
        )

        # MC-6 Action cards. A window names the reaction that is listed for it; where it names
        # none, as at a Complicity (MC-6.23), only Fists answer.
        self.HITMAN: Final = self.rule(
            "MC-6.2",
            NameChipAtHitman(),
            AnnounceAtChip("hitman"),
            Window(FBI),
            Eliminate(),
            Discard(),
            OfferIsOver(),
        )
        self.SNITCH: Final = self.rule(
            "MC-6.5",
            NameAnyChip(),
            AnnounceAtChip("snitch"),
            Window(POLICE_CHIEF),
            SendToCell(),
            Discard(),
        )
        self.THIEF: Final = self.rule(
            "MC-6.6",
            NameVictim(),
            AnnounceAt("thief"),
            Window(POLICE_CHIEF),
            StealCard(),
            Discard(),
        )
        self.POLICE_CHIEF: Final = self.rule(
            "MC-6.9", Announce("police_chief"), Window(), CancelWhatItAnswered()
        )
        self.FBI: Final = self.rule("MC-6.11", Announce("fbi"), Window(), CancelWhatItAnswered())
        self.POLICE_RAID: Final = self.rule(
            "MC-6.13",
            NameRaid(),
            AnnounceAt("police_raid"),
            Window(POLICE_CHIEF),
            ReturnStack(),
            Discard(),
        )
        self.SHADOW_GAMES: Final = self.rule(
            "MC-6.17",
            NameStack(),
            NameSecondStack(),
            AnnounceAtTwoLocations("shadow_games"),
            Window(),
            SwapBottomChips(),
            Discard(),
        )
        self.GRAND_SCHEME: Final = self.rule(
            "MC-6.19",
            NameAnyChip(),
            NameOtherLocation(),
            AnnounceAtChipAndLocation("grand_scheme"),
            Window(FBI),
            MoveChip(),
            Discard(),
        )
        self.TRANSPORT: Final = self.rule("MC-6.21", ToCell(), may_drag_along)
        self.COMPLICITY: Final = self.rule(
            "MC-6.22",
            NameThirdChip(),
            AnnounceAtChip("complicity"),
            Window(),
            SendToCell(),
            Discard(),
            *only_one,
        )
        self.TRADE: Final = self.rule(
            "MC-6.29",
            Announce("trade"),
            Window(FBI),
            DrawCards(3),
            DiscardOneDrawn(),
            Discard(),
        )
        self.DISCARD_ONLY: Final = self.rule("MC-6.30", DiscardOnlyCard())
        self.SECRET_AGREEMENT: Final = self.rule("MC-6.31", Window(), CountAgreement(), Discard())
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
        self.LOCATION_PHASE: Final = self.rule(
            "MC-7",
            BeginLocationPhase(),
            PickLocation(),
            Solve(),
            UntilAllMarked(since=PickLocation),
        )
        self.BIDDING: Final = self.rule(
            "MC-7.8", Bid(bidding), BidMore(), AnswerAgreements(), NextBidder(bidding)
        )

        # MC-8 to MC-14 The seven locations. Of their effects only the Jail's and the Hitman's move
        # can be answered (MC-3.7): by Police Chief (MC-8.6) and by F.B.I. (MC-9.3), who stops the
        # move or one card (MC-6.12). At the Jail the point comes first, then the release (MC-8.2).
        self.JAIL: Final = self.rule(
            "MC-8", bidding, Control(), GivePoint(), release, MayJail(), Mark()
        )
        self.JAIL_EFFECT: Final = self.rule(
            "MC-8.5", Window(POLICE_CHIEF, fists="no"), SendToCell()
        )
        self.HARBOR: Final = self.rule(
            "MC-9", bidding, Control(), GivePoint(), MayMoveHitman(), MayKill(), Mark()
        )
        self.HITMAN_MOVE: Final = self.rule("MC-9.2", Window(FBI, fists="no"), MoveHitman())
        self.KILLING: Final = self.rule("MC-9.4", MayPlayHitman())
        self.FIGHT_CLUB: Final = self.rule(
            "MC-10", bidding, Control(), GivePoint(), recruits, Mark()
        )
        self.RECRUIT: Final = self.rule("MC-10.2", *may_be_declined(options, Recruit), Recruit())
        self.POLICE_STATION: Final = self.rule(
            "MC-11",
            bidding,
            Control(),
            GivePoint(),
            *may_be_declined(options, TakePoliceman),
            TakePoliceman(),
            Mark(),
        )
        self.DRAW_THREE: Final = self.rule("MC-12.2", DrawCards(3), DiscardOneFromHand())
        self.BUSINESS_DISTRICT: Final = self.rule(
            "MC-12",
            bidding,
            Control(),
            GivePoint(),
            *may_be_declined(options, self.DRAW_THREE),
            ForController(self.DRAW_THREE),
            Mark(),
        )
        self.EXTRA_POINT: Final = self.rule("MC-13.2", MayUsePlusOne())
        self.GENTLEMENS_CLUB: Final = self.rule(
            "MC-13", bidding, Control(), GivePoint(), ForController(self.EXTRA_POINT), Mark()
        )
        self.CITY_HALL: Final = self.rule(
            "MC-14",
            bidding,
            Control(),
            GivePoint(),
            *may_be_declined(options, TakeMayor),
            TakeMayor(),
            Mark(),
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

        # MC-15 Strategy Phase: no card can be used (MC-15.14)
        self.STRATEGY_PHASE: Final = self.rule(
            "MC-15",
            BeginStrategyPhase(),
            ClearEmptyLocations(),
            PickStrategyLocation(),
            PlayersDecide(),
            RemoveCube(),
        )
        self.TAKE_BACK: Final = self.rule("MC-15.5", NameSeat(), TakeBack())

        # MC-16 End of Round, MC-17 Game end
        self.END_OF_ROUND: Final = self.rule(
            "MC-16", PassToken(), DrawIfLastInBoth(), DrawIfLast(), FromFirst(self.DRAW_ONE)
        )
        self.GAME_END: Final = self.rule("MC-17", check_end)
        self.ROUND: Final = self.rule(
            "MC-4.1",
            Follow(self.ACTION_PHASE),
            Follow(self.LOCATION_PHASE),
            Follow(self.GAME_END),
            Follow(self.STRATEGY_PHASE),
            Follow(self.END_OF_ROUND),
            NextRound(),
        )
        # When the last player has decided on the opening hand, round one begins (MC-1.17).
        self.GAME: Final = self.rule(
            "MC-1",
            ChooseFirst(),
            LayTiles(),
            FromFirst(self.DRAW_TWO),
            FromFirst(self.EXCHANGE),
            Follow(self.ROUND),
        )


TABLES: Final = RuleTables(Rules, POINTS)
