"""An error that ends a command, or a part of it, as a sentence in the reader's language."""

from __future__ import annotations

from boards.base.catalogue import Language
from boards.base.errors import GolemError
from calibration.camera_frames import CameraError
from controller.app.tools.channel_messages import channel_words
from controller.vision.cameras.camera_messages import camera_line
from firmware_bridge.channels.broker import BrokerFailed
from firmware_bridge.channels.channel import ChannelError
from firmware_bridge.robots.robot_status import RobotError


def error_words(error: GolemError, language: Language) -> str:
    """Return the error with its place before it; in English for what there are no other words for."""
    match error:
        case _ if language == "en":
            return str(error)
        case CameraError():
            return camera_line(error, language)
        case ChannelError(port=port):
            return f"{port}: {channel_words(error, language).removeprefix(f'{port}: ')}"
        case RobotError(robot=robot):
            return f"{robot}: {channel_words(error, language).removeprefix(f'{robot}: ')}"
        case BrokerFailed():
            return channel_words(error, language)
        case _:
            return str(error)
