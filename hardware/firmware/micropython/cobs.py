# Frames on a serial line: stuffed (COBS) and ended by a zero. No frame is long enough for a full block.
LONGEST = 42


def wrap(data):
    """The bytes as they go over a serial line."""
    out = bytearray(1)
    count = 0
    for byte in data:
        if byte:
            out.append(byte)
        else:
            out[count] = len(out) - count
            count = len(out)
            out.append(0)
    out[count] = len(out) - count
    out.append(0)
    return bytes(out)


def unwrap(block):
    """The bytes before wrap(), without the zero at the end; None for what wrap() cannot have made."""
    if not block or len(block) > LONGEST:
        return None
    out = bytearray()
    at = 0
    while at < len(block):
        count = block[at]
        if count == 0 or at + count > len(block):
            return None
        if at:
            out.append(0)
        out += block[at + 1 : at + count]
        at += count
    return bytes(out)
