#include "body.h"

#include <math.h>

#include "battery.h"
#include "config.h"
#include "frames.h"
#include "link.h"
#include "show.h"
#include "wheels.h"

namespace body {

using wire::Outcome;
using wire::Verdict;

constexpr float UM_PER_STEP = config::MM_PER_STEP * 1000.0F;
// One step of both wheels, one ahead and one back.
constexpr float DEGREES_PER_STEP = config::MM_PER_STEP * 2.0F / config::TRACK_MM * 57.2957795F;
constexpr float CDEG_PER_STEP = DEGREES_PER_STEP * 100.0F;

enum class Doing : uint8_t { Nothing, Moving, Turning, Acting };

static Doing doing;
static bool backwards;
static bool halting, halted_hard;
static Outcome outcome;
static bool was_low;

template <typename Command>
static Verdict judge_drive(const Command& command, uint8_t capability) {
    if (!(config::CAPABILITIES >> capability & 1)) return Verdict::Unsupported;
    if (!in_range(command)) return Verdict::BadArgument;
    return battery::low() ? Verdict::LowBattery : Verdict::Accepted;
}

Verdict judge(uint8_t type, const void* payload) {
    if (type == wire::Move::CODE) return judge_drive(*static_cast<const wire::Move*>(payload), 0);
    if (type == wire::Turn::CODE) return judge_drive(*static_cast<const wire::Turn*>(payload), 1);
    // An act needs no charged battery: how else is the robot found that wants charging?
    const uint8_t kind = static_cast<uint8_t>(static_cast<const wire::Act*>(payload)->kind);
    return config::CAPABILITIES >> (2 + kind) & 1 ? Verdict::Accepted : Verdict::Unsupported;
}

static void set_out(Doing what) {
    doing = what;
    halting = halted_hard = false;
    outcome = Outcome::Done;
}

static uint16_t steps_of(int32_t way, float per_step) {
    return static_cast<uint16_t>(lround(fabs(static_cast<float>(way)) / per_step));
}

static void move(const wire::Move& move) {
    set_out(Doing::Moving);
    backwards = move.distance_um < 0;
    const int8_t way = backwards ? -1 : +1;
    wheels::begin(way, way, steps_of(move.distance_um, UM_PER_STEP), move.speed_mm_s / config::MM_PER_STEP);
}

static void turn(const wire::Turn& turn) {
    set_out(Doing::Turning);
    backwards = turn.angle_cdeg < 0;
    // Counter-clockwise: the right wheel ahead.
    const int8_t way = backwards ? -1 : +1;
    wheels::begin(-way, way, steps_of(turn.angle_cdeg, CDEG_PER_STEP), turn.speed_deg_s / DEGREES_PER_STEP);
}

static void act(const wire::Act& act) {
    set_out(Doing::Acting);
    show::begin(act.kind, !battery::low());
}

void begin(uint8_t type, const void* payload) {
    switch (type) {
        case wire::Move::CODE: return move(*static_cast<const wire::Move*>(payload));
        case wire::Turn::CODE: return turn(*static_cast<const wire::Turn*>(payload));
        default: return act(*static_cast<const wire::Act*>(payload));
    }
}

void halt(Outcome why, Brake brake) {
    const bool hard = brake == Brake::Hard;
    if (doing == Doing::Nothing || halted_hard || (halting && !hard)) return;
    halting = true;
    halted_hard = hard;
    outcome = why;
    show::end();
    if (hard) {
        wheels::cut();
    } else {
        wheels::brake();
    }
}

bool ended() { return doing != Doing::Nothing && !wheels::turning() && !show::playing(); }

static wire::Progress way_so_far() {
    const float steps = backwards ? -static_cast<float>(wheels::steps_done()) : wheels::steps_done();
    wire::Progress way = {0, 0};
    if (doing == Doing::Moving) way.distance_um = lround(steps * UM_PER_STEP);
    if (doing == Doing::Turning) way.angle_cdeg = lround(steps * CDEG_PER_STEP);
    return way;
}

void tell_progress() {
    const wire::Progress way = way_so_far();
    frames::reply(way);
}

wire::Done take_ending() {
    const wire::Progress way = way_so_far();
    doing = Doing::Nothing;
    return {outcome, way.distance_um, way.angle_cdeg, 0, wire::State::Idle};
}

wire::FaultCode fault() { return battery::low() ? wire::FaultCode::Battery : wire::FaultCode::None; }

void tick() {
    wheels::tick();
    show::tick();
    battery::tick();
    if (battery::exhausted() && doing != Doing::Acting) halt(Outcome::LowBattery, Brake::Ramp);
    if (battery::low() != was_low) {
        was_low = battery::low();
        link::tell_fault(fault());
    }
}

}  // namespace body
