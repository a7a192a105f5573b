"""The four examples of the rulebooks, each with the sentence that says why."""

from __future__ import annotations

from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.narration.event_text import explain
from controller.games.golems.rules.round import Played, play_round
from tests.support.golem_round import document


def round_of(*args, **more) -> Played:
    position, programs = read_task(document(*args, **more))
    return play_round(position, programs)


def why(played: Played, row: int, golem: str, language: str = "en") -> list[str]:
    return [explain(event, language) for event in played.events if (event.row, event.golem) == (row, golem)]


def test_a_move_into_the_edge_is_ignored():
    played = round_of({"red": "a1 N"}, {"red": ["forward", "turn-right", "forward", "forward"]}, size=[2, 2])
    assert played.position.golems[0].at == "b2"
    assert why(played, 4, "red") == ["Red (Forward) does not move: the board ends here."]
    assert why(played, 4, "red", "ru") == ["Красный (Вперёд) не двигается: здесь край поля."]
    assert why(played, 4, "red", "pl") == ["Czerwony (Naprzód) nie rusza się: tu kończy się plansza."]
    assert why(played, 4, "red", "fr") == ["Rouge (Avancer) ne bouge pas : le plateau s’arrête ici."]


def test_attack_and_defence():
    played = round_of(
        {"red": "a1 N", "blue": "a3 N"},
        {
            "red": ["forward", "attack", "stand", "defend"],
            "blue": ["turn-right", "turn-right", "defend", "attack"],
        },
    )
    red, blue = played.position.golems
    assert (red.lives, blue.lives) == (3, 2)
    assert why(played, 2, "red") == ["Red (Attack) strikes Blue, who stands in the cell ahead."]
    assert why(played, 2, "blue") == [
        "Blue (Turn right) turns and now looks south: a turn always succeeds.",
        "Blue loses a life: Red strikes, and nothing protects Blue (lives left: 2).",
    ]
    assert why(played, 3, "blue") == ["Blue (Defend) guards against every strike of this row."]
    assert why(played, 4, "blue") == ["Blue (Attack) strikes at Red in vain: Red defends."]
    assert why(played, 4, "red")[-1] == "Red (Defend) wards off the strike of Blue: defence works on every side."


def test_leaving_before_the_strike():
    played = round_of({"red": "b1 N", "blue": "a1 E"}, {"red": ["forward"], "blue": ["attack"]})
    red, blue = played.position.golems
    assert (red.at, red.lives, blue.lives) == ("b2", 3, 3)
    assert why(played, 1, "red") == ["Red (Forward) goes from b1 to b2: the cell is free."]
    assert why(played, 1, "blue") == [
        "Blue (Attack) strikes the air: neither a golem nor a barrel is in the cell ahead."
    ]


def test_a_barrel_in_the_way():
    played = round_of({"red": "a1 N"}, {"red": ["forward", "attack", "forward", "forward"]}, barrels=["a2"])
    assert played.position.golems[0].at == "a3"
    assert played.position.barrels == ()
    assert why(played, 1, "red") == ["Red (Forward) does not move: a barrel stands in a2."]
    assert why(played, 2, "red") == ["Red (Attack) destroys the barrel in a2."]
    assert why(played, 3, "red") == ["Red (Forward) goes from a1 to a2: the cell is free."]
