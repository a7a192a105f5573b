#include "link.h"

#include <avr/pgmspace.h>
#include <stddef.h>
#include <string.h>

#include "battery.h"
#include "board.h"
#include "body.h"
#include "config.h"
#include "frames.h"
#include "layouts.h"

namespace link {

using wire::Outcome;
using wire::State;
using wire::Verdict;

constexpr uint8_t REMEMBERED = 4;
// A whole second even if the first tick comes at once.
constexpr uint8_t SILENCE_TICKS = board::TICKS_PER_SECOND + 1;

// What was last said about a number, for its copies.
struct Answer {
    uint8_t type;  // ACK or DONE
    uint8_t size;  // 0: nothing yet
    uint16_t seq;
    uint8_t payload[wire::Done::SIZE];
};

// The part of WELCOME that never changes.
struct __attribute__((packed)) Who {
    uint8_t major, minor;
    uint32_t dictionary;
    uint8_t firmware[3];
    uint16_t capabilities;
};
static_assert(sizeof(Who) == offsetof(wire::Welcome, battery_mv) - offsetof(wire::Welcome, major),
              "WELCOME has changed: so must this");

static const Who WHO PROGMEM = {wire::MAJOR_VERSION, wire::MINOR_VERSION, wire::DICTIONARY_HASH,
                                {config::VERSION_MAJOR, config::VERSION_MINOR, config::VERSION_PATCH},
                                config::CAPABILITIES};

static const frames::Frame& heard = frames::received;
static Answer answers[REMEMBERED];
static uint8_t oldest;
static uint16_t session, last_seq, done_seq;
static uint16_t running_session, running_seq;
static bool running;
static bool latched;
static uint16_t latch, estop_nonce;
static uint8_t silent_ticks, second_ticks;
static uint32_t uptime_s;
static int32_t distance_sum_um, angle_sum_cdeg;

static State state() {
    if (latched) return State::Estopped;
    if (running) return State::Busy;
    return body::fault() == wire::FaultCode::None ? State::Idle : State::Fault;
}

// -- answers that are kept ---------------------------------------------------------------------------------

static Answer* kept_for(uint16_t seq) {
    for (Answer& kept : answers)
        if (kept.size != 0 && kept.seq == seq) return &kept;
    return nullptr;
}

static void say(const Answer& kept) { frames::send(kept.type, session, kept.seq, kept.payload, kept.size); }

// Says an answer and keeps it: in its number's place, or in that of the oldest.
static void settle(uint16_t seq, uint8_t type, const void* payload, uint8_t size) {
    Answer* place = kept_for(seq);
    if (place == nullptr) {
        place = &answers[oldest];
        oldest = (oldest + 1) % REMEMBERED;
    }
    place->type = type;
    place->size = size;
    place->seq = seq;
    memcpy(place->payload, payload, size);
    say(*place);
}

// -- what a robot says -------------------------------------------------------------------------------------

static void say_verdict(Verdict verdict) {
    const wire::Ack ack = {verdict, done_seq, state()};
    frames::reply(ack);
}

static void say_done(uint16_t seq, wire::Done& done) {
    done.done_seq = done_seq = seq;
    done.state = state();
    settle(seq, wire::Done::CODE, &done, sizeof done);
}

static void report(uint32_t host_time_ms = 0) {
    const wire::Report told = {heard.type, session, last_seq, done_seq, state(), battery::millivolts(), latch,
                               host_time_ms};
    frames::reply(told);
}

static void welcome() {
    wire::Welcome told;
    told.boot_id = board::boot_id();
    told.session = session;
    told.last_seq = last_seq;
    told.done_seq = done_seq;
    memcpy_P(&told.major, &WHO, sizeof WHO);
    told.battery_mv = battery::millivolts();
    told.state = state();
    told.latch = latch;
    board::read_name(told.name);
    frames::reply(told);
}

static void telemetry() {
    const wire::Telemetry told = {battery::millivolts(), distance_sum_um, angle_sum_cdeg, frames::dropped(), uptime_s,
                                  done_seq, state()};
    frames::reply(told);
}

// -- what a robot does -------------------------------------------------------------------------------------

static void end_running(Outcome outcome, body::Brake brake) {
    if (running) body::halt(outcome, brake);
}

static void hello(const wire::Hello& hello) {
    const bool known = hello.boot_id == board::boot_id() && hello.replaces == session;
    const bool ours = hello.major == wire::MAJOR_VERSION && hello.dictionary == wire::DICTIONARY_HASH;
    const bool wanted = hello.claim == wire::Claim::Take && heard.session != 0 && heard.session != session;
    if (wanted && known && ours) {
        end_running(Outcome::Taken, body::Brake::Ramp);
        session = heard.session;
        last_seq = done_seq = 0;
        memset(answers, 0, sizeof answers);
    }
    welcome();
}

// A command that may be carried out, if nothing speaks against it.
static void carry_out(uint16_t seq) {
    if (running) {
        say_verdict(Verdict::Busy);
        return;
    }
    last_seq = seq;
    const Verdict judged = latched ? Verdict::Estopped : body::judge(heard.type, heard.payload);
    if (judged == Verdict::Accepted) {
        running = true;
        running_session = session;
        running_seq = seq;
    } else {
        // A refusal uses the number up, so that a late copy is not carried out after all.
        done_seq = seq;
    }
    const wire::Ack ack = {judged, done_seq, state()};
    settle(seq, wire::Ack::CODE, &ack, sizeof ack);
    if (running) body::begin(heard.type, heard.payload);
}

static void numbered() {
    const uint16_t seq = heard.seq;
    const bool is_stop = heard.type == wire::Stop::CODE;
    if (session == 0 || heard.session != session) {
        say_verdict(Verdict::WrongSession);
    } else if (is_stop && running && running_session == session && running_seq == seq) {
        body::halt(Outcome::Stopped, body::Brake::Ramp);
        say_verdict(Verdict::Stopping);
    } else if (const Answer* kept = kept_for(seq)) {
        say(*kept);
    } else if (seq != static_cast<uint16_t>(last_seq + 1)) {
        say_verdict(Verdict::Gap);
    } else if (is_stop) {
        // The command never came: its late copies will find its number used up.
        last_seq = seq;
        wire::Done stopped = {Outcome::Stopped, 0, 0, 0, State::Idle};
        say_done(seq, stopped);
    } else {
        carry_out(seq);
    }
}

static void estop() {
    // A repeat of the one that latched, or a table's standing order (0), is nothing new.
    if (!latched || (heard.seq != 0 && heard.seq != estop_nonce)) ++latch;
    latched = true;
    estop_nonce = heard.seq;
    end_running(Outcome::Estopped, body::Brake::Hard);
    report();
}

static void clear(const wire::Clear& clear) {
    if (clear.latch == latch) latched = false;
    report();
}

void start() {
    const wire::Boot told = {board::boot_id(), board::boot_cause()};
    frames::send(wire::Boot::CODE, 0, 0, &told, wire::Boot::SIZE);
}

void receive() {
    const uint8_t type = heard.type;
    const void* const payload = heard.payload;
    if (heard.session == session || type == wire::Estop::CODE || type == wire::Clear::CODE) silent_ticks = 0;
    switch (type) {
        case wire::Hello::CODE: return hello(*static_cast<const wire::Hello*>(payload));
        case wire::Estop::CODE: return estop();
        case wire::Clear::CODE: return clear(*static_cast<const wire::Clear*>(payload));
        case wire::Ping::CODE: return report(static_cast<const wire::Ping*>(payload)->host_time_ms);
        case wire::Status::CODE: return telemetry();
        case wire::Describe::CODE: return layouts::describe();
        case wire::Track::CODE: return body::tell_progress();
        default: return numbered();
    }
}

void finished(wire::Done& ending) {
    distance_sum_um += ending.distance_um;
    angle_sum_cdeg += ending.angle_cdeg;
    running = false;
    // What another session began has nobody left who waits for its end.
    if (running_session == session) say_done(running_seq, ending);
}

void tell_fault(wire::FaultCode code) {
    const wire::Fault told = {code, done_seq, state()};
    frames::send(wire::Fault::CODE, session, 0, &told, wire::Fault::SIZE);
}

void tick() {
    if (++second_ticks == board::TICKS_PER_SECOND) {
        second_ticks = 0;
        ++uptime_s;
    }
    if (silent_ticks < SILENCE_TICKS) ++silent_ticks;
    if (silent_ticks == SILENCE_TICKS) end_running(Outcome::Silence, body::Brake::Ramp);
}

}  // namespace link
