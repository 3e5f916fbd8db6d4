"""Who wins which pot, what goes back, who shows and in which order."""

from __future__ import annotations

import json

import pytest

from rules.hands import Act, CardGame, Hand, Limit, PotWon, Settlement, read, read_so_far, settle, share_pots
from rules.hands.settlement import WITH_KICKER
from rules.refusals import Refused
from tests.rules.hands.table import BOARD, cards, dealt, play, played_out, turned


def settled(hand: Hand, *, board: str = BOARD, **holes: str) -> Settlement:
    """The end of a hand in which everybody checks from here on. holes: `seat1="As Ah"`."""
    return settle(
        played_out(hand, board=board), holes={int(seat[4:]): cards(hole) for seat, hole in holes.items()}
    )


class TestPots:
    @pytest.mark.rule("PT-H.36")
    def test_who_is_left_alone_takes_the_pot_and_shows_nothing(self) -> None:
        end = settle(play(dealt(1000, 1000, 1000), 300, Act.FOLD, Act.FOLD), holes={})
        assert end.shown == ()
        assert end.returned == {1: 200}
        assert end.pots == (PotWon(chips=250, seats=(1,), shares={1: 250}),)
        assert end.stacks == {2: 950, 3: 900, 1: 1150}

    @pytest.mark.rule("PT-H.27", "PT-H.41", "PT-H.42", "PT-H.63", "ADTP.21")
    def test_as_many_pots_as_all_ins_and_each_to_its_best_hand(self) -> None:
        hand = play(dealt(100, 300, 500, 500, button=4), 500, Act.CALL, Act.CALL, Act.CALL)
        end = settled(hand, seat1="Ks Kd", seat2="Jd Jh", seat3="9d 9s", seat4="As Qd")
        assert [(p.chips, p.seats, p.shares) for p in end.pots] == [
            (400, (1, 2, 3, 4), {1: 400}),
            (600, (2, 3, 4), {2: 600}),
            (400, (3, 4), {3: 400}),
        ]
        assert end.stacks == {1: 400, 2: 600, 3: 400, 4: 0}
        assert end.busts == (4,)

    @pytest.mark.rule("PT-H.63")
    def test_all_pots_to_who_is_best_in_all(self) -> None:
        hand = play(dealt(100, 300, 500, 500, button=4), 500, Act.CALL, Act.CALL, Act.CALL)
        end = settled(hand, seat1="3s 3d", seat2="Jd Jh", seat3="9d 9s", seat4="Ks Kd")
        assert end.stacks == {1: 0, 2: 0, 3: 0, 4: 1400}
        assert set(end.busts) == {1, 2, 3}

    @pytest.mark.rule("PT-H.33", "PT-H.62", "ADTP.20A")
    def test_a_tie_is_shared_and_the_odd_chip_lies_left_of_the_button(self) -> None:
        hand = play(dealt(1000, 1000, 1000, button=2), 301, Act.CALL, Act.CALL)
        end = settled(hand, seat1="As Qd", seat2="Ad Qs", seat3="3s 4d")
        assert end.pots == (PotWon(chips=903, seats=(1, 2, 3), shares={1: 452, 2: 451}, odd_chips=(1,)),)

    @pytest.mark.rule("PT-H.62", "PT-H.63", "ADTP.20A", "ADTP.21")
    def test_each_pot_is_split_apart(self) -> None:
        """Two pots of 5 between the same two are 3 and 2 twice, not one of 10 and 5 each."""
        pots, returned = share_pots(
            put_in={1: 1, 2: 1, 3: 2, 4: 3, 5: 3}, strengths={1: 0, 4: 9, 5: 9}, button=3
        )
        assert returned == {}
        assert [(p.chips, p.shares, p.odd_chips) for p in pots] == [
            (5, {4: 3, 5: 2}, (4,)),
            (5, {4: 3, 5: 2}, (4,)),
        ]

    @pytest.mark.rule("PT-H.40", "PT-H.63", "ADTP.21")
    def test_what_nobody_matched_goes_back(self) -> None:
        hand = play(dealt(1000, 400, button=1), Act.CALL, 1000, Act.CALL)
        end = settled(hand, seat1="3s 4d", seat2="As Ad")
        assert end.returned == {1: 600}
        assert end.stacks == {2: 800, 1: 600}

    @pytest.mark.rule("PT-H.35", "ADTP.21")
    def test_chips_of_folded_hands_stay_in_their_pots(self) -> None:
        hand = play(dealt(1000, 1000, 1000, 200, button=1), 200, 600, Act.CALL, Act.CALL)
        assert hand.put_in == {2: 600, 3: 600, 4: 200, 1: 600}
        hand = play(turned(hand), Act.CHECK, 200, Act.FOLD, Act.FOLD)
        end = settled(hand, seat3="As Ad", seat4="Ks Kd")
        assert [(p.chips, p.seats, p.shares) for p in end.pots] == [
            (800, (3, 4), {4: 800}),
            (1200, (3,), {3: 1200}),
        ]
        assert end.returned == {3: 200}

    @pytest.mark.rule("ADTP.P11")
    def test_who_has_only_the_ante_in_the_pot_plays_for_that_alone(self) -> None:
        pots, _ = share_pots(
            put_in={1: 0, 2: 200, 3: 200}, strengths={1: 9, 2: 5, 3: 4}, button=1, dead_chips=80
        )
        assert [(p.chips, p.shares) for p in pots] == [(80, {1: 80}), (400, {2: 400})]


class TestShowing:
    @pytest.mark.rule("PT-H.59", "PT-O.59", "ADTP.17A")
    def test_the_last_to_raise_shows_first_and_everybody_left_shows(self) -> None:
        hand = play(dealt(1000, 1000, 1000, button=3), Act.CALL, Act.CALL, Act.CHECK)
        for _ in range(2):
            hand = play(turned(hand), Act.CHECK, Act.CHECK, Act.CHECK)
        hand = play(turned(hand), Act.CHECK, 100, Act.CALL, Act.CALL)
        end = settled(hand, seat1="As Qd", seat2="Ad Qs", seat3="3s 4d")
        assert [s.seat for s in end.shown] == [2, 3, 1]

    @pytest.mark.rule("PT-H.59")
    def test_without_a_bet_on_the_river_the_button_s_left_shows_first(self) -> None:
        hand = play(dealt(1000, 1000, 1000, button=2), 300, Act.CALL, Act.CALL)
        end = settled(hand, seat1="As Qd", seat2="Ad Qs", seat3="3s 4d")
        assert [s.seat for s in end.shown] == [3, 1, 2]

    @pytest.mark.rule("PT-H.59")
    def test_after_an_all_in_the_last_round_that_was_played_decides(self) -> None:
        hand = play(dealt(1000, 1000, button=1), Act.CALL, 1000, Act.CALL)
        end = settled(hand, seat1="As Qd", seat2="Ad Qs")
        assert [s.seat for s in end.shown] == [1, 2]

    @pytest.mark.rule("PT-H.29", "PT-H.61")
    @pytest.mark.parametrize(
        ("hole", "board", "said"),
        [
            ("As Ks", "Qs Js Ts 2d 3c", "Royal flush"),
            ("9s 8s", "7s 6s 5s 2d 3c", "Straight flush, 9 high"),
            ("As 2s", "3s 4s 5s Kd Kc", "Straight flush, 5 high"),
            ("Th Td", "Ts Tc 5s 2d 3c", "Four of a kind, 10"),
            ("Kh Kd", "Ks 9c 9s 2d 3c", "Full house, K over 9"),
            ("As 9s", "7s 6s 3s 2d 3c", "Flush, A high"),
            ("9s 8h", "7s 6d 5s 2d 3c", "Straight, 9 high"),
            ("7h 7d", "7s Kc 5s 2d 9c", "Three of a kind, 7"),
            ("Ah Kd", "As Kc 5s 2d 9c", "Two pair, A and K"),
            ("Th Td", "As Kc 5s 2d 9c", "Pair of 10"),
            ("Qh 8d", "As Kc 5s 2d 9c", "High card A"),
        ],
    )
    def test_every_kind_has_its_words(self, hole: str, board: str, said: str) -> None:
        shown = read(seat=1, game=CardGame.HOLDEM, hole=cards(hole), board=cards(board))
        assert shown.sentence % shown.params == said
        assert len(shown.five) == 5

    @pytest.mark.rule("PT-H.32", "PT-H.61", "PT-O.32")
    @pytest.mark.parametrize(
        ("board", "said"),
        [
            # (own cards, what they are called) of each hand that is shown
            ("Kd 9c 7s 4d 2c", {"Ks Qh": "Pair of K, Q kicker", "Kh Jh": "Pair of K, J kicker"}),
            ("Ks Kd 9c 4d 2c", {"As 7h": "Pair of K, A kicker", "Qh Jh": "Pair of K, Q kicker"}),
            # the deepest that tells two of three apart
            (
                "Ks Kd 4c 3d 2c",
                {
                    "As 9h": "Pair of K, A-9 kicker",
                    "Ad 8h": "Pair of K, A-8 kicker",
                    "Qh Jh": "Pair of K, Q kicker",
                },
            ),
            (
                "Ks Kd 9c 9d 2c",
                {"As 3h": "Two pair, K and 9, A kicker", "Th 3s": "Two pair, K and 9, 10 kicker"},
            ),
            (
                "Ks Kd Kc 9d 2c",
                {"As 3h": "Three of a kind, K, A kicker", "Qh 3s": "Three of a kind, K, Q kicker"},
            ),
            (
                "Ks Kd Kc Kh 2c",
                {"As 3h": "Four of a kind, K, A kicker", "Qh 3s": "Four of a kind, K, Q kicker"},
            ),
            ("Qs 9d 7c 4d 2c", {"As Kh": "High card A, K kicker", "Ad Jh": "High card A, Q kicker"}),
            ("As 9s 7s 4d 2c", {"Ks 3s": "Flush, A-K high", "Qs Js": "Flush, A-Q high"}),
            # the board plays, or the kind itself decides: nothing beside it is named
            ("Ks Kd 9c 9d Ac", {"7s 3h": "Two pair, K and 9", "6h 3s": "Two pair, K and 9"}),
            ("Ks Kd 9c 4d 2c", {"Kh 7h": "Three of a kind, K", "Ah Qh": "Pair of K"}),
            ("Kd 9c 7s 4d 2c", {"Ks Qh": "Pair of K", "9h Jh": "Pair of 9"}),
            ("Ks Kd 9c 4d 2c", {"Kh 9h": "Full house, K over 9", "Kc 4h": "Full house, K over 4"}),
        ],
    )
    def test_what_decided_between_hands_of_one_name_is_named(self, board: str, said: dict[str, str]) -> None:
        holes = {f"seat{seat}": hole for seat, hole in enumerate(said, start=1)}
        end = settled(dealt(*[1000] * len(said)), board=board, **holes)
        told = {}
        for one in end.shown:
            name = one.sentence % one.params
            kicker = one.params.get("kicker")
            told[one.seat] = WITH_KICKER % {"hand": name, "kicker": kicker} if kicker else name
        assert told == dict(enumerate(said.values(), start=1))

    def test_a_hand_is_read_whole_and_without_a_card_twice(self) -> None:
        for hole, board in (("As", BOARD), ("As Ad", "2c 7d 9h"), ("As As", BOARD), ("2c As", BOARD)):
            with pytest.raises(ValueError, match="a hand is read"):
                read(seat=1, game=CardGame.HOLDEM, hole=cards(hole), board=cards(board))


@pytest.mark.rule("PT-H.26", "PT-O.26")
def test_a_hand_in_play_is_read_with_what_lies_on_the_board_by_now() -> None:
    for game, hole, board, sentence in (
        (CardGame.HOLDEM, "Qs 2d", "Qc 7d 9h", "Pair of %(first)s"),
        (CardGame.HOLDEM, "Qs 2d", "Qc 7d 9h 2h", "Two pair, %(first)s and %(second)s"),
        (CardGame.OMAHA, "Qs Qd 3c 4c", "Qc 7d 9h", "Three of a kind, %(first)s"),
        (CardGame.OMAHA, "As Ks 6s 5s", "Ts 9s 8d 2h", "High card %(first)s"),
    ):
        read = read_so_far(seat=1, game=game, hole=cards(hole), board=cards(board))
        assert (read.sentence, len(read.five)) == (sentence, 5)
    for board in ("", "2c 7d"):
        with pytest.raises(ValueError, match="a hand is read"):
            read_so_far(seat=1, game=CardGame.HOLDEM, hole=cards("As Kd"), board=cards(board))


@pytest.mark.rule("PT-H.60")
def test_a_hand_in_play_is_not_settled() -> None:
    with pytest.raises(Refused) as no:
        settle(dealt(1000, 1000), holes={})
    assert (no.value.code, no.value.rule) == ("hand_not_over", "PT-H.60")


@pytest.mark.rule("PT-H.65", "PT-O.65", "PT-O.61")
def test_the_end_is_told_with_the_cards_that_were_shown() -> None:
    hand = play(dealt(100, 100, limit=Limit.POT_LIMIT, game=CardGame.OMAHA), Act.CALL)
    end = settled(hand, seat1="As Ad 3c 4c", seat2="Ks Kd 5c 5d")
    told = json.loads(json.dumps(end.as_dict()))
    assert told["pots"] == [{"chips": 200, "seats": [1, 2], "shares": [[2, 200]], "odd": []}]
    assert told["shown"][0] == {
        "seat": 2,
        "hole": ["Ks", "Kd", "5c", "5d"],
        "five": ["Ks", "Kd", "9h", "Js", "Kc"],
        "sentence": "Three of a kind, %(first)s",
        "params": {"first": "K", "second": "J"},
    }
    assert (told["stacks"], told["busts"], told["returned"]) == ([[2, 200], [1, 0]], [1], [])
