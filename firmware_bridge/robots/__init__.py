"""What a robot can do: move, turn, act, stop; the fleet; the emergency stop."""

from firmware_bridge.robots.credentials import Login
from firmware_bridge.robots.direct_robot import DirectRobot
from firmware_bridge.robots.fleet import Connected, Fleet
from firmware_bridge.robots.journal_entries import Record
from firmware_bridge.robots.robot import Robot
from firmware_bridge.robots.robot_families import FAMILIES, Family, WrongAddress, open_robot
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult, RobotStatus

__all__ = [
    "FAMILIES",
    "Connected",
    "DirectRobot",
    "Family",
    "Fleet",
    "Login",
    "MotionResult",
    "Record",
    "Robot",
    "RobotPort",
    "RobotStatus",
    "WrongAddress",
    "open_robot",
]
