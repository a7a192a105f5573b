"""What `golem read` prints of a scene: everything in millimetres, rows and places counted from 1."""

from __future__ import annotations

from boards.geometry import Pixel, Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey, DieKey, GolemKey, MatKey, ReadyKey, ThingKey, TokenKey, TrayKey
from boards.kit.trays import TRAY
from controller.table.perception.reading_report import report_of
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why

KIT = kit()
TRAY_AT = Pose(-300.0, 200.0, 0.0)
CORNERS = (Pixel(1.04, 2.0), Pixel(3.06, 2.0), Pixel(3.0, 4.0), Pixel(1.0, 4.0))


def seen(key: ThingKey, pose: Pose, markers: int = 2) -> Seen:
    return Seen(key, pose, (), markers)


def slot(lane: int, place: int) -> Pose:
    at = TRAY_AT.place(TRAY.slot_centre(lane, place))
    return Pose(at.x, at.y, 1.234)


def scene(*things: Seen, unread: tuple[Unread, ...] = (), **more: object) -> Scene:
    fields = {"mat": MatKey("4x4"), "trouble": (), "settled": True, **more}
    ordered = tuple(sorted(things, key=lambda item: str(item.thing)))
    return Scene(1, 0.0, (1920, 1080), things=ordered, unread=unread, **fields)


TABLE = scene(
    seen(TrayKey("red"), TRAY_AT, 4),
    seen(CardKey("red", CardKind.FORWARD, 1), slot(0, 0)),
    seen(CardKey("red", CardKind.ATTACK, 1), slot(1, 0)),
    seen(CardKey("red", CardKind.STAND, 1), slot(2, 0)),
    seen(CardKey("red", CardKind.REPEAT_2, 1), slot(3, 1)),
    seen(CardKey("red", CardKind.DEFEND, 1), slot(3, 2)),
    seen(CardKey("blue", CardKind.DEFEND, 1), Pose(900.0, 900.0, 0.0), 1),
    seen(GolemKey("red"), Pose(152.0, 249.0, 87.44)),
    seen(GolemKey("blue"), Pose(-500.0, 0.0, 181.0)),
    seen(TokenKey("barrel", 1), Pose(50.004, 50.006, 3.0)),
    seen(TokenKey("water", 1), Pose(-400.0, 900.0, 0.0)),
    seen(DieKey("red", "repeat 3"), Pose(700.0, 0.0, 0.0)),
    seen(ReadyKey("red"), Pose(800.0, 0.0, 0.0)),
)


def test_a_whole_program_and_what_lies_around_it() -> None:
    report = report_of(TABLE, KIT)
    assert report["size"] == [1920, 1080] and report["mat"] == "mat:4x4" and report["settled"] is True
    assert report["programs"] == {"red": ["forward", "attack", "stand", "repeat 2 defend"]}
    assert report["complete"] == ["red"] and report["problems"] == [] and report["trouble"] == []
    assert report["dice"] == {"red": "repeat 3"} and report["ready"] == ["red"]
    assert report["trays"] == {"red": {"x": -300.0, "y": 200.0, "heading": 0.0}}
    golem = report["golems"]["red"]
    assert golem == {
        "cell": "b3",
        "facing": "N",
        "off_degrees": -2.6,
        "pose": {"x": 152.0, "y": 249.0, "heading": 87.44},
    }
    assert report["golems"]["blue"]["cell"] is None and report["golems"]["blue"]["facing"] == "W"
    assert report["tokens"] == [
        {"kind": "barrel", "cell": "a1", "pose": {"x": 50.0, "y": 50.01, "heading": 3.0}},
        {"kind": "water", "cell": None, "pose": {"x": -400.0, "y": 900.0, "heading": 0.0}},
    ]


def test_a_card_tells_its_id_its_meaning_and_where_it_lies() -> None:
    cards = {card["thing"]: card for card in report_of(TABLE, KIT)["cards"]}
    key = CardKey("red", CardKind.DEFEND, 1)
    at = slot(3, 2)
    assert cards[str(key)] == {
        "id": KIT.things[key].markers[0].id,
        "thing": str(key),
        "owner": "red",
        "means": "defend",
        "tray": "red",
        "lane": 4,
        "slot": 3,
        "pose": {"x": round(at.x, 2), "y": round(at.y, 2), "heading": 1.23},
        "markers": 2,
    }
    beside = cards[str(CardKey("blue", CardKind.DEFEND, 1))]
    assert [beside[name] for name in ("tray", "lane", "slot", "markers")] == [None, None, None, 1]


def test_a_card_on_the_edge_of_a_tray_has_a_tray_and_no_lane_and_a_mistake_tells_its_row_and_place() -> None:
    edge = TRAY.slot_centre(0, 0) + Point(0.0, TRAY.size_mm[1] / 2 - TRAY.slot_centre(0, 0).y - 1.0)
    at = TRAY_AT.place(edge)
    report = report_of(
        scene(
            seen(TrayKey("red"), TRAY_AT, 4),
            seen(CardKey("red", CardKind.STAND, 1), Pose(at.x, at.y, 0.0)),
            seen(CardKey("red", CardKind.IF_ENEMY, 1), slot(1, 2)),
        ),
        KIT,
    )
    stand = next(card for card in report["cards"] if card["means"] == "stand")
    assert (stand["tray"], stand["lane"]) == ("red", None)
    told = [(problem["code"], problem["player"], problem["row"], problem["slot"]) for problem in report["problems"]]
    assert told == [("row-empty", "red", 1, None), ("incomplete-if", "red", 2, 3), ("outside-lanes", "red", None, None)]
    assert report["complete"] == [] and report["programs"]["red"] == ["", None, "", ""]
    assert all(problem["what"] for problem in report["problems"])


def test_what_is_not_read_tells_why_where_and_what_to_do_in_the_language_asked_for() -> None:
    place = Pose(1.0, 2.0, 3.0)
    hidden = (Unread(Why.GLARE, CORNERS, place, CardKey("red", CardKind.TAKE, 1)), Unread(Why.CUT_OFF, (), None, None))
    dark = scene(unread=hidden, trouble=(Trouble.DARK,), mat=None, settled=False)
    told = {language: report_of(dark, KIT, language) for language in ("en", "ru")}
    for report in told.values():
        known, unknown = report["unread"]
        assert (known["why"], known["thing"]) == ("glare", "card:red:take:1")
        assert known["pose"] == {"x": 1.0, "y": 2.0, "heading": 3.0}
        assert known["outline"] == [[1.0, 2.0], [3.1, 2.0], [3.0, 4.0], [1.0, 4.0]]
        assert (unknown["why"], unknown["thing"], unknown["pose"], unknown["outline"]) == ("cut-off", None, None, [])
        assert report["mat"] is None and report["settled"] is False
        assert [item["code"] for item in report["trouble"]] == ["dark"]
    for words in ("what", "advice"):
        assert told["en"]["unread"][0][words] != told["ru"]["unread"][0][words] != ""
    assert told["en"]["trouble"][0]["what"] != told["ru"]["trouble"][0]["what"] != ""


def test_without_a_mat_a_golem_stands_in_no_cell() -> None:
    report = report_of(scene(seen(GolemKey("red"), Pose(152.0, 249.0, 87.44)), mat=None), KIT)
    assert report["golems"]["red"]["cell"] is None and report["golems"]["red"]["facing"] == "N"
