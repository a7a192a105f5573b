# Frames to bytes and back (docs/protocol.md, "Frames"), for MicroPython and Python alike.
# A frame is a tuple: (code, session, seq, values).
import struct

from messages import HOST, ROBOT

try:
    from binascii import crc32
except ImportError:  # small boards: four bits at a time

    def _table():
        table = []
        for index in range(16):
            n = index
            for _ in range(4):
                n = n >> 1 ^ (0xEDB88320 if n & 1 else 0)
            table.append(n)
        return table

    _TABLE = _table()

    def crc32(data):
        crc = 0xFFFFFFFF
        for byte in data:
            crc ^= byte
            crc = crc >> 4 ^ _TABLE[crc & 15]
            crc = crc >> 4 ^ _TABLE[crc & 15]
        return crc ^ 0xFFFFFFFF


def encode(frame):
    """The bytes of a robot's frame."""
    code, session, seq, values = frame
    body = struct.pack("<BHH", code, session, seq) + struct.pack(ROBOT[code], *values)
    return body + struct.pack("<I", crc32(body) & 0xFFFFFFFF)


def decode(data):
    """A host's frame, or None for everything that is none."""
    end = len(data) - 4
    if end < 5 or data[0] not in HOST:
        return None
    if struct.unpack("<I", data[end:])[0] != crc32(data[:end]) & 0xFFFFFFFF:
        return None
    code, session, seq = struct.unpack("<BHH", data[:5])
    packing, enums, _ = HOST[code]
    if end != 5 + struct.calcsize(packing):
        return None
    values = struct.unpack(packing, data[5:end])
    for place, count in enums:
        if values[place] >= count:
            return None
    return code, session, seq, values


def in_range(frame):
    """Whether every value is within the dictionary's limits."""
    for place, least, most in HOST[frame[0]][2]:
        if not least <= frame[3][place] <= most:
            return False
    return True
