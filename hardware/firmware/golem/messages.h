// Made from messages.yaml by generator.py; change that and run it again.
#pragma once

#include <stdint.h>

namespace wire {

constexpr uint8_t MAJOR_VERSION = 1;
constexpr uint8_t MINOR_VERSION = 2;
constexpr uint32_t DICTIONARY_HASH = 0xBA0C781C;
constexpr uint8_t MOST_PAYLOAD = 32;

// What a robot is doing. It is in every frame that a robot sends.
enum class State : uint8_t {
    Idle = 0,  // waits for a command
    Busy = 1,  // carries out a command
    Estopped = 2,  // latched by an emergency stop until CLEAR
    Fault = 3,  // refuses to move until the cause is gone
};

// What a HELLO wants.
enum class Claim : uint8_t {
    Ask = 0,  // say who you are and where you stand; nothing changes
    Take = 1,  // begin the session that the header names
};

// What a robot says about a numbered command at once.
enum class Verdict : uint8_t {
    Accepted = 0,  // it is being carried out; DONE follows
    Stopping = 1,  // a STOP is being carried out; DONE of the command that it ends follows
    Busy = 2,  // another command is under way; the number is not used up
    WrongSession = 3,  // the robot is not in this session; the number is not used up
    Gap = 4,  // the number is neither the next one nor a remembered one; it is not used up
    Estopped = 5,  // refused because the emergency stop is latched
    LowBattery = 6,  // refused because the battery is too low to move
    Unsupported = 7,  // refused because the robot cannot do this
    BadArgument = 8,  // refused because a value is out of range
    Fault = 9,  // refused because the robot is in the state FAULT
};

// How a command ended.
enum class Outcome : uint8_t {
    Done = 0,  // carried out to its end
    Stopped = 1,  // ended early by STOP
    Estopped = 2,  // ended early by an emergency stop
    Silence = 3,  // ended early because the host was silent for 1 s
    Stalled = 4,  // the wheels did not turn as they should
    LowBattery = 5,  // the battery sank too low under way
    Taken = 6,  // ended early because another session was begun
};

// What a robot can show on the spot.
enum class ActKind : uint8_t {
    Strike = 0,  // strike with the arm
    Shield = 1,  // raise the shield (light)
    Hit = 2,  // show that it was hit
    Bump = 3,  // show that it ran into something
    Take = 4,  // take a thing up
    Drop = 5,  // put a thing down
    Die = 6,  // show that it is out of the game
    Identify = 7,  // blink and wiggle, so that a person or a camera finds it
};

// Why a robot started.
enum class BootCause : uint8_t {
    Power = 0,  // switched on
    Reset = 1,  // reset line or button
    Watchdog = 2,  // the watchdog found it hanging
    Brownout = 3,  // the voltage sank too low
};

// What is wrong with a robot.
enum class FaultCode : uint8_t {
    None = 0,  // nothing any more
    Battery = 1,  // the battery is too low to move
    Motor = 2,  // a motor or its driver does not work
    Internal = 3,  // the program found itself in a state that cannot be
};

// Who are you? The header's sequence number is a nonce that WELCOME repeats. With TAKE the robot begins the
// session in the header, but only if `boot_id` and `replaces` are what it has now: a late copy of an old
// HELLO changes nothing. With TAKE, protocol and dictionary are the robot's own, as WELCOME told them: the
// host speaks what both know. The layout of HELLO and WELCOME is the same in every version.
struct __attribute__((packed, may_alias)) Hello {
    static constexpr uint8_t CODE = 0x01;
    static constexpr uint8_t SIZE = 11;
    Claim claim;  // ask only, or begin a session
    uint8_t major;  // the host's protocol
    uint8_t minor;  // the host's protocol
    uint32_t dictionary;  // hash of the host's wire dictionary
    uint16_t replaces;  // the session that the new one takes the place of (0 none)
    uint16_t boot_id;  // the boot that the host believes in
};
static_assert(sizeof(Hello) == Hello::SIZE, "Hello must lie in memory as on the wire");

// Go straight ahead, or back if the distance is negative.
struct __attribute__((packed, may_alias)) Move {
    static constexpr uint8_t CODE = 0x02;
    static constexpr uint8_t SIZE = 6;
    int32_t distance_um;  // how far [um]
    uint16_t speed_mm_s;  // how fast at most [mm/s]
};
static_assert(sizeof(Move) == Move::SIZE, "Move must lie in memory as on the wire");

// Turn on the spot, counter-clockwise if positive.
struct __attribute__((packed, may_alias)) Turn {
    static constexpr uint8_t CODE = 0x03;
    static constexpr uint8_t SIZE = 6;
    int32_t angle_cdeg;  // how far [0.01 deg]
    uint16_t speed_deg_s;  // how fast at most [deg/s]
};
static_assert(sizeof(Turn) == Turn::SIZE, "Turn must lie in memory as on the wire");

// Show something on the spot.
struct __attribute__((packed, may_alias)) Act {
    static constexpr uint8_t CODE = 0x04;
    static constexpr uint8_t SIZE = 1;
    ActKind kind;  // what to show
};
static_assert(sizeof(Act) == Act::SIZE, "Act must lie in memory as on the wire");

// End the command with this number. If the robot has not seen it yet, the number is used up all the same, so
// that a late copy of the command is never carried out.
struct __attribute__((packed, may_alias)) Stop {
    static constexpr uint8_t CODE = 0x05;
    static constexpr uint8_t SIZE = 0;
};

// Stop at once and stay stopped. Needs no session and no number: the header's sequence number is a nonce that
// REPORT repeats. An ESTOP with a new nonce counts the latch on; nonce 0 is a standing order, which counts
// only if it is not latched yet.
struct __attribute__((packed, may_alias)) Estop {
    static constexpr uint8_t CODE = 0x06;
    static constexpr uint8_t SIZE = 0;
};

// Release the emergency stop, if no newer one has come since the one that the host knows of.
struct __attribute__((packed, may_alias)) Clear {
    static constexpr uint8_t CODE = 0x07;
    static constexpr uint8_t SIZE = 2;
    uint16_t latch;  // the latch count that REPORT told
};
static_assert(sizeof(Clear) == Clear::SIZE, "Clear must lie in memory as on the wire");

// A sign of life, answered with REPORT. The header's sequence number is a nonce.
struct __attribute__((packed, may_alias)) Ping {
    static constexpr uint8_t CODE = 0x08;
    static constexpr uint8_t SIZE = 4;
    uint32_t host_time_ms;  // comes back in REPORT [ms]
};
static_assert(sizeof(Ping) == Ping::SIZE, "Ping must lie in memory as on the wire");

// Asks for TELEMETRY. The header's sequence number is a nonce.
struct __attribute__((packed, may_alias)) Status {
    static constexpr uint8_t CODE = 0x09;
    static constexpr uint8_t SIZE = 0;
};

// Which layout does this message have? Answered with DESCRIPTION. The header's sequence number is a nonce. A
// host asks a robot whose dictionary it does not have.
struct __attribute__((packed, may_alias)) Describe {
    static constexpr uint8_t CODE = 0x0A;
    static constexpr uint8_t SIZE = 1;
    uint8_t code;  // the type of the message
};
static_assert(sizeof(Describe) == Describe::SIZE, "Describe must lie in memory as on the wire");

// How far has the command with this number come? Answered with PROGRESS. A host asks while the command is
// under way, after its ACK.
struct __attribute__((packed, may_alias)) Track {
    static constexpr uint8_t CODE = 0x0B;
    static constexpr uint8_t SIZE = 0;
};

// The answer to HELLO, with the robot's own session and numbers. The header repeats HELLO's.
struct __attribute__((packed, may_alias)) Welcome {
    static constexpr uint8_t CODE = 0x81;
    static constexpr uint8_t SIZE = 32;
    uint16_t boot_id;  // counts the robot's starts
    uint16_t session;  // the session it is in (0 none)
    uint16_t last_seq;  // the last number it took
    uint16_t done_seq;  // the last number that came to its end
    uint8_t major;  // the robot's protocol
    uint8_t minor;  // the robot's protocol
    uint32_t dictionary;  // hash of the robot's wire dictionary
    uint8_t firmware_major;  // the robot's program
    uint8_t firmware_minor;  // the robot's program
    uint8_t firmware_patch;  // the robot's program
    uint16_t capabilities;  // bit 0 MOVE, bit 1 TURN, bit 2 + n the ACT of code n
    uint16_t battery_mv;  // the battery's voltage (0 not measured) [mV]
    State state;  // what it is doing
    uint16_t latch;  // how many ESTOPs it has obeyed since its start
    char name[8];  // the robot's own name (empty none)
};
static_assert(sizeof(Welcome) == Welcome::SIZE, "Welcome must lie in memory as on the wire");

// The verdict on a numbered command. The header repeats the command's.
struct __attribute__((packed, may_alias)) Ack {
    static constexpr uint8_t CODE = 0x82;
    static constexpr uint8_t SIZE = 4;
    Verdict verdict;  // whether it is carried out
    uint16_t done_seq;  // the last number that came to its end
    State state;  // what it is doing
};
static_assert(sizeof(Ack) == Ack::SIZE, "Ack must lie in memory as on the wire");

// A command came to its end. The header repeats the command's. Sent again for every late copy of it.
struct __attribute__((packed, may_alias)) Done {
    static constexpr uint8_t CODE = 0x83;
    static constexpr uint8_t SIZE = 12;
    Outcome outcome;  // how
    int32_t distance_um;  // how far the wheels went by their own count [um]
    int32_t angle_cdeg;  // how far it turned by the wheels' own count [0.01 deg]
    uint16_t done_seq;  // the last number that came to its end
    State state;  // what it is doing
};
static_assert(sizeof(Done) == Done::SIZE, "Done must lie in memory as on the wire");

// The robot started; every session is void. The header is zero.
struct __attribute__((packed, may_alias)) Boot {
    static constexpr uint8_t CODE = 0x84;
    static constexpr uint8_t SIZE = 3;
    uint16_t boot_id;  // counts the robot's starts
    BootCause cause;  // why
};
static_assert(sizeof(Boot) == Boot::SIZE, "Boot must lie in memory as on the wire");

// Something is wrong, or right again. The header has the robot's session and number 0.
struct __attribute__((packed, may_alias)) Fault {
    static constexpr uint8_t CODE = 0x85;
    static constexpr uint8_t SIZE = 4;
    FaultCode code;  // what
    uint16_t done_seq;  // the last number that came to its end
    State state;  // what it is doing
};
static_assert(sizeof(Fault) == Fault::SIZE, "Fault must lie in memory as on the wire");

// The answer to PING, ESTOP and CLEAR. The header repeats theirs.
struct __attribute__((packed, may_alias)) Report {
    static constexpr uint8_t CODE = 0x86;
    static constexpr uint8_t SIZE = 16;
    uint8_t to;  // the code of the message that this answers
    uint16_t session;  // the session the robot is in (0 none)
    uint16_t last_seq;  // the last number it took
    uint16_t done_seq;  // the last number that came to its end
    State state;  // what it is doing
    uint16_t battery_mv;  // the battery's voltage (0 not measured) [mV]
    uint16_t latch;  // how many ESTOPs it has obeyed since its start
    uint32_t host_time_ms;  // from PING (else 0) [ms]
};
static_assert(sizeof(Report) == Report::SIZE, "Report must lie in memory as on the wire");

// The answer to STATUS. The header repeats its.
struct __attribute__((packed, may_alias)) Telemetry {
    static constexpr uint8_t CODE = 0x87;
    static constexpr uint8_t SIZE = 19;
    uint16_t battery_mv;  // the battery's voltage (0 not measured) [mV]
    int32_t distance_um;  // the sum of all ways since the start [um]
    int32_t angle_cdeg;  // the sum of all turns since the start [0.01 deg]
    uint16_t bad_frames;  // how many frames were dropped since the start
    uint32_t uptime_s;  // since the start [s]
    uint16_t done_seq;  // the last number that came to its end
    State state;  // what it is doing
};
static_assert(sizeof(Telemetry) == Telemetry::SIZE, "Telemetry must lie in memory as on the wire");

// The answer to DESCRIBE. The header repeats its.
struct __attribute__((packed, may_alias)) Description {
    static constexpr uint8_t CODE = 0x88;
    static constexpr uint8_t SIZE = 5;
    uint8_t code;  // the type of the message
    uint32_t layout;  // hash of its layout (0 the robot does not know it)
};
static_assert(sizeof(Description) == Description::SIZE, "Description must lie in memory as on the wire");

// The answer to TRACK. The header repeats its. Zeros while nothing is under way.
struct __attribute__((packed, may_alias)) Progress {
    static constexpr uint8_t CODE = 0x89;
    static constexpr uint8_t SIZE = 8;
    int32_t distance_um;  // how far the motion under way has come by the wheels' own count [um]
    int32_t angle_cdeg;  // how far it has turned by the wheels' own count [0.01 deg]
};
static_assert(sizeof(Progress) == Progress::SIZE, "Progress must lie in memory as on the wire");

constexpr uint8_t NOT_FOR_ROBOTS = 0xFF;

// The length of the payload of a message that a host sends, or NOT_FOR_ROBOTS.
inline uint8_t host_payload(uint8_t code) {
    switch (code) {
        case Hello::CODE: return Hello::SIZE;
        case Move::CODE: return Move::SIZE;
        case Turn::CODE: return Turn::SIZE;
        case Act::CODE: return Act::SIZE;
        case Stop::CODE: return Stop::SIZE;
        case Estop::CODE: return Estop::SIZE;
        case Clear::CODE: return Clear::SIZE;
        case Ping::CODE: return Ping::SIZE;
        case Status::CODE: return Status::SIZE;
        case Describe::CODE: return Describe::SIZE;
        case Track::CODE: return Track::SIZE;
    }
    return NOT_FOR_ROBOTS;
}

// The hashes of the layouts by code, the host's from 0x01 on and the robot's from 0x81 on; 0: no message.
#define WIRE_HOST_LAYOUTS \
    0xFDE359EE, 0x0675D29E, 0x80AA2CE5, 0x535325A9, 0x360C222F, 0x15F48E77, 0x7ADF404A, 0xE0BB39B2, \
    0xD5665123, 0x13E647FF, 0xEC89B338
#define WIRE_ROBOT_LAYOUTS \
    0x4AEB8B28, 0x03A8231B, 0xDE68FB0F, 0x697467F3, 0x8DA5F2FB, 0x5C6C7FCD, 0x06E55FE3, 0xE2F15071, \
    0x4C7F9C86

// Whether every enum in a host's message has a code that the dictionary knows.
inline bool known(uint8_t code, const void* payload) {
    if (code == Hello::CODE) return static_cast<uint8_t>(static_cast<const Hello*>(payload)->claim) < 2;
    if (code == Act::CODE) return static_cast<uint8_t>(static_cast<const Act*>(payload)->kind) < 8;
    return true;
}

// Whether every value is within the dictionary's limits.
inline bool in_range(const Move& m) {
    return m.distance_um >= -3000000L && m.distance_um <= 3000000L && m.speed_mm_s >= 1 && m.speed_mm_s <= 500;
}
inline bool in_range(const Turn& m) {
    return m.angle_cdeg >= -72000L && m.angle_cdeg <= 72000L && m.speed_deg_s >= 1 && m.speed_deg_s <= 720;
}

}  // namespace wire
