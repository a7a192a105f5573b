# Made from messages.yaml by generator.py; change that and run it again.
MAJOR = 1
MINOR = 2
DICTIONARY_HASH = 0xBA0C781C

HELLO = 0x01
MOVE = 0x02
TURN = 0x03
ACT = 0x04
STOP = 0x05
ESTOP = 0x06
CLEAR = 0x07
PING = 0x08
STATUS = 0x09
DESCRIBE = 0x0A
TRACK = 0x0B
WELCOME = 0x81
ACK = 0x82
DONE = 0x83
BOOT = 0x84
FAULT = 0x85
REPORT = 0x86
TELEMETRY = 0x87
DESCRIPTION = 0x88
PROGRESS = 0x89

STATE_IDLE = 0
STATE_BUSY = 1
STATE_ESTOPPED = 2
STATE_FAULT = 3

CLAIM_ASK = 0
CLAIM_TAKE = 1

VERDICT_ACCEPTED = 0
VERDICT_STOPPING = 1
VERDICT_BUSY = 2
VERDICT_WRONG_SESSION = 3
VERDICT_GAP = 4
VERDICT_ESTOPPED = 5
VERDICT_LOW_BATTERY = 6
VERDICT_UNSUPPORTED = 7
VERDICT_BAD_ARGUMENT = 8
VERDICT_FAULT = 9

OUTCOME_DONE = 0
OUTCOME_STOPPED = 1
OUTCOME_ESTOPPED = 2
OUTCOME_SILENCE = 3
OUTCOME_STALLED = 4
OUTCOME_LOW_BATTERY = 5
OUTCOME_TAKEN = 6

ACT_KIND_STRIKE = 0
ACT_KIND_SHIELD = 1
ACT_KIND_HIT = 2
ACT_KIND_BUMP = 3
ACT_KIND_TAKE = 4
ACT_KIND_DROP = 5
ACT_KIND_DIE = 6
ACT_KIND_IDENTIFY = 7

BOOT_CAUSE_POWER = 0
BOOT_CAUSE_RESET = 1
BOOT_CAUSE_WATCHDOG = 2
BOOT_CAUSE_BROWNOUT = 3

FAULT_CODE_NONE = 0
FAULT_CODE_BATTERY = 1
FAULT_CODE_MOTOR = 2
FAULT_CODE_INTERNAL = 3

# What a host sends: code -> (struct, ((place, codes of its enum), ...), ((place, least, most), ...))
HOST = {
    0x01: ("<BBBIHH", ((0, 2),), ()),
    0x02: ("<iH", (), ((0, -3000000, 3000000), (1, 1, 500))),
    0x03: ("<iH", (), ((0, -72000, 72000), (1, 1, 720))),
    0x04: ("<B", ((0, 8),), ()),
    0x05: ("<", (), ()),
    0x06: ("<", (), ()),
    0x07: ("<H", (), ()),
    0x08: ("<I", (), ()),
    0x09: ("<", (), ()),
    0x0A: ("<B", (), ()),
    0x0B: ("<", (), ()),
}

# What a robot sends: code -> struct
ROBOT = {
    0x81: "<HHHHBBIBBBHHBH8s",
    0x82: "<BHB",
    0x83: "<BiiHB",
    0x84: "<HB",
    0x85: "<BHB",
    0x86: "<BHHHBHHI",
    0x87: "<HiiHIHB",
    0x88: "<BI",
    0x89: "<ii",
}

# The hash of each message's layout
LAYOUTS = {
    0x01: 0xFDE359EE,
    0x02: 0x0675D29E,
    0x03: 0x80AA2CE5,
    0x04: 0x535325A9,
    0x05: 0x360C222F,
    0x06: 0x15F48E77,
    0x07: 0x7ADF404A,
    0x08: 0xE0BB39B2,
    0x09: 0xD5665123,
    0x0A: 0x13E647FF,
    0x0B: 0xEC89B338,
    0x81: 0x4AEB8B28,
    0x82: 0x03A8231B,
    0x83: 0xDE68FB0F,
    0x84: 0x697467F3,
    0x85: 0x8DA5F2FB,
    0x86: 0x5C6C7FCD,
    0x87: 0x06E55FE3,
    0x88: 0xE2F15071,
    0x89: 0x4C7F9C86,
}
