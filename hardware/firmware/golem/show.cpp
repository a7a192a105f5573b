#include "show.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <util/atomic.h>

#include "board.h"
#include "config.h"
#include "wheels.h"

namespace show {

// -- light: D7 red, D8 green, D9 blue ----------------------------------------------------------------------

constexpr uint8_t DARK = 0, RED = 1, GREEN = 2, YELLOW = 3, BLUE = 4, MAGENTA = 5, WHITE = 7;

// A single bit is set in one instruction: the interrupts of wheels and arm write to the same ports.
static void light(uint8_t colour) {
    if (colour & RED) PORTD |= _BV(PD7);
    else PORTD &= ~_BV(PD7);
    if (colour & GREEN) PORTB |= _BV(PB0);
    else PORTB &= ~_BV(PB0);
    if (colour & BLUE) PORTB |= _BV(PB1);
    else PORTB &= ~_BV(PB1);
}

// -- buzzer: D6, toggled by timer 0 ------------------------------------------------------------------------

constexpr uint8_t QUIET = 0;
constexpr uint8_t tone_of(uint16_t hz) { return F_CPU / 256 / 2 / hz - 1; }

static void buzz(uint8_t tone) {
    if (tone == QUIET) {
        TCCR0A = TCCR0B = 0;
        PORTD &= ~_BV(PD6);
        return;
    }
    OCR0A = tone;
    TCCR0A = _BV(COM0A0) | _BV(WGM01);
    TCCR0B = _BV(CS02);
}

// -- arm: a servo on D10, its pulses timed by compare unit B of timer 1 --------------------------------------

constexpr uint16_t US_PER_TICK = 4;
constexpr uint16_t PERIOD_TICKS = 20000 / US_PER_TICK;

static volatile uint16_t pulse_ticks;  // 0: limp

ISR(TIMER1_COMPB_vect) {
    if (PORTB & _BV(PB2)) {
        PORTB &= ~_BV(PB2);
        OCR1B += PERIOD_TICKS - pulse_ticks;
        if (pulse_ticks == 0) TIMSK1 &= ~_BV(OCIE1B);
    } else {
        PORTB |= _BV(PB2);
        OCR1B += pulse_ticks;
    }
}

static void arm(uint16_t pulse_us) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        const bool was_limp = pulse_ticks == 0;
        pulse_ticks = pulse_us / US_PER_TICK;
        if (was_limp && pulse_ticks != 0) {
            PORTB |= _BV(PB2);
            OCR1B = TCNT1 + pulse_ticks;
            TIFR1 = _BV(OCF1B);
            TIMSK1 |= _BV(OCIE1B);
        }
    }
}

// -- acts as data ------------------------------------------------------------------------------------------

enum class Arm : uint8_t { Limp, Rest, Struck };

struct Scene {
    uint8_t ticks;  // 8 ms each; 0 ends the act
    uint8_t colour;
    uint8_t tone;
    Arm arm;
    int8_t wiggle;  // steps on the spot, counter-clockwise
};

constexpr uint8_t ticks(uint16_t ms) { return (ms + board::TICK_MS / 2) / board::TICK_MS; }
constexpr uint8_t HIGH_TONE = tone_of(2000), MIDDLE_TONE = tone_of(800), LOW_TONE = tone_of(250);
constexpr int8_t WIGGLE = 45;  // steps: 15 degrees
constexpr float WIGGLE_RATE = 300.0F;  // quick enough to end within its scene

// Each last scene is what stays: only the shield and the end of the game keep their light.
static const Scene STRIKE[] PROGMEM = {{ticks(300), WHITE, HIGH_TONE, Arm::Struck, 0},
                                       {ticks(300), DARK, QUIET, Arm::Rest, 0},
                                       {0, DARK, QUIET, Arm::Limp, 0}};
static const Scene SHIELD[] PROGMEM = {{ticks(300), BLUE, MIDDLE_TONE, Arm::Limp, 0},
                                       {0, BLUE, QUIET, Arm::Limp, 0}};
static const Scene HIT[] PROGMEM = {{ticks(200), RED, LOW_TONE, Arm::Limp, 0},
                                    {ticks(200), DARK, QUIET, Arm::Limp, 0},
                                    {ticks(200), RED, LOW_TONE, Arm::Limp, 0},
                                    {ticks(200), DARK, QUIET, Arm::Limp, 0},
                                    {0, DARK, QUIET, Arm::Limp, 0}};
static const Scene BUMP[] PROGMEM = {{ticks(200), YELLOW, LOW_TONE, Arm::Limp, 0},
                                     {ticks(200), DARK, QUIET, Arm::Limp, 0},
                                     {0, DARK, QUIET, Arm::Limp, 0}};
static const Scene TAKE[] PROGMEM = {{ticks(500), GREEN, MIDDLE_TONE, Arm::Struck, 0},
                                     {0, DARK, QUIET, Arm::Limp, 0}};
static const Scene DROP[] PROGMEM = {{ticks(500), GREEN, LOW_TONE, Arm::Rest, 0},
                                     {0, DARK, QUIET, Arm::Limp, 0}};
static const Scene DIE[] PROGMEM = {{ticks(500), RED, LOW_TONE, Arm::Limp, 0},
                                    {ticks(500), MAGENTA, LOW_TONE, Arm::Limp, 0},
                                    {0, MAGENTA, QUIET, Arm::Limp, 0}};
static const Scene IDENTIFY[] PROGMEM = {{ticks(400), WHITE, HIGH_TONE, Arm::Limp, +WIGGLE},
                                         {ticks(500), DARK, QUIET, Arm::Limp, -2 * WIGGLE},
                                         {ticks(400), WHITE, HIGH_TONE, Arm::Limp, +WIGGLE},
                                         {ticks(400), DARK, QUIET, Arm::Limp, 0},
                                         {0, DARK, QUIET, Arm::Limp, 0}};

// In the order of ActKind.
static const Scene* const ACTS[] PROGMEM = {STRIKE, SHIELD, HIT, BUMP, TAKE, DROP, DIE, IDENTIFY};

static const Scene* scene;
static uint8_t left_ticks;
static bool may_wiggle;

static void enter(const Scene* next) {
    Scene now;
    memcpy_P(&now, next, sizeof now);
    light(now.colour);
    buzz(now.tone);
    arm(now.arm == Arm::Limp ? 0 : now.arm == Arm::Rest ? config::ARM_REST_US : config::ARM_STRUCK_US);
    if (now.wiggle != 0 && may_wiggle) {
        const int8_t way = now.wiggle > 0 ? +1 : -1;
        wheels::begin(-way, way, now.wiggle > 0 ? now.wiggle : -now.wiggle, WIGGLE_RATE);
    }
    scene = now.ticks == 0 ? nullptr : next;
    left_ticks = now.ticks;
}

void start() {
    light(DARK);
    buzz(QUIET);
    DDRD |= _BV(PD6) | _BV(PD7);
    DDRB |= _BV(PB0) | _BV(PB1) | _BV(PB2);
}

void begin(wire::ActKind act, bool wheels) {
    may_wiggle = wheels;
    enter(static_cast<const Scene*>(pgm_read_ptr(&ACTS[static_cast<uint8_t>(act)])));
}

void end() {
    if (!playing()) return;
    scene = nullptr;
    light(DARK);
    buzz(QUIET);
    arm(0);
}

bool playing() { return scene != nullptr; }

void tick() {
    if (playing() && --left_ticks == 0) enter(scene + 1);
}

}  // namespace show
