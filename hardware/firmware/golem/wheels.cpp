#include "wheels.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <math.h>
#include <util/atomic.h>

#include "config.h"

namespace wheels {

// Timer 1 runs freely at 16 MHz / 64; its compare unit A is the next step, unit B is the arm's (show.cpp).
constexpr float TICKS_PER_SECOND = F_CPU / 64.0F;
constexpr uint16_t LONGEST_TICKS = 50000;
constexpr uint16_t SETTLING_TICKS = 2000;  // from the last step to "it stands": 8 ms

// Two neighbouring coils at a time: the most torque.
constexpr uint8_t COILS[4] = {0b0011, 0b0110, 0b1100, 0b1001};
constexpr uint8_t LEFT_SHIFT = PD2;   // IN1..IN4 on D2..D5
constexpr uint8_t RIGHT_SHIFT = PC1;  // IN1..IN4 on A1..A4
constexpr uint8_t LEFT_MASK = 0x0F << LEFT_SHIFT;
constexpr uint8_t RIGHT_MASK = 0x0F << RIGHT_SHIFT;

constexpr uint8_t HOLD_TICKS = 13;  // 100 ms until the golem has stopped rocking; then the battery is spared

// How many steps a ramp from START_RATE to MOST_RATE takes: (v1^2 - v0^2) / 2a.
constexpr uint16_t LEVELS =
    (static_cast<float>(config::MOST_RATE) * config::MOST_RATE -
     static_cast<float>(config::START_RATE) * config::START_RATE) / (2 * config::RAMP) + 1;
static_assert(LEVELS <= 250, "this ramp is too long: raise RAMP or START_RATE");

static uint16_t interval[LEVELS];  // timer ticks between two steps so many steps after rest
static uint8_t level, top;         // where on the ramp; where it ends
static uint16_t cruise;            // the interval at the top
static uint8_t pauses, pause;      // whole intervals to wait for a step, at a crawl
static uint16_t asked;
static volatile uint16_t remaining;
static volatile bool active;
static bool braking;
static int8_t left_way, right_way;
// Where the rotors stand; a reset doesn't turn them. What lies there after power-up is as good as any.
static uint8_t left_phase __attribute__((section(".noinit")));
static uint8_t right_phase __attribute__((section(".noinit")));
static uint8_t holding;

static void let_go() {
    PORTD &= ~LEFT_MASK;
    PORTC &= ~RIGHT_MASK;
}

void start() {
    let_go();
    DDRD |= LEFT_MASK;
    DDRC |= RIGHT_MASK;
    for (uint8_t n = 0; n < LEVELS; ++n) {
        const float start = config::START_RATE;
        interval[n] = static_cast<uint16_t>(TICKS_PER_SECOND / sqrt(start * start + 2 * config::RAMP * n) + 0.5F);
    }
    TCCR1A = 0;
    TCCR1B = _BV(CS11) | _BV(CS10);
}

static void step() {
    left_phase = (left_phase + left_way) & 3;
    right_phase = (right_phase + right_way) & 3;
    // Each port in one write: a coil pattern in between would be a step of its own.
    PORTD = (PORTD & ~LEFT_MASK) | COILS[left_phase] << LEFT_SHIFT;
    PORTC = (PORTC & ~RIGHT_MASK) | COILS[right_phase] << RIGHT_SHIFT;
}

ISR(TIMER1_COMPA_vect) {
    if (pause != 0) {
        --pause;
        OCR1A += cruise;
        return;
    }
    if (remaining == 0) {
        active = false;
        TIMSK1 &= ~_BV(OCIE1A);
        return;
    }
    step();
    const uint16_t rest = --remaining;
    if (rest == 0) {
        OCR1A += SETTLING_TICKS;
        return;
    }
    // Up one level a step, but never above the level from which the rest is just enough to stop.
    if (braking) {
        const uint16_t most = config::BRAKING * (rest - 1);
        if (level > most) level = most;
    } else {
        if (level < top) ++level;
        if (level >= rest) level = rest - 1;
    }
    OCR1A += level == top ? cruise : interval[level];
    pause = pauses;
}

void begin(int8_t left, int8_t right, uint16_t steps, float rate) {
    uint32_t slowest = static_cast<uint32_t>(TICKS_PER_SECOND / rate + 0.5F);
    pauses = 0;
    while (slowest > LONGEST_TICKS) {
        slowest = (slowest + 1) / 2;
        pauses = 2 * pauses + 1;
    }
    cruise = slowest;
    if (cruise < interval[LEVELS - 1]) cruise = interval[LEVELS - 1];
    for (top = 0; top < LEVELS - 1 && interval[top] > cruise; ++top) {
    }
    level = 0;
    pause = 0;
    left_way = left * config::LEFT_FORWARD;
    right_way = right * config::RIGHT_FORWARD;
    asked = remaining = steps;
    braking = false;
    active = true;
    holding = HOLD_TICKS;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        OCR1A = TCNT1 + interval[0];
        TIFR1 = _BV(OCF1A);
        TIMSK1 |= _BV(OCIE1A);
    }
}

void brake() {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        const uint16_t enough = (level + config::BRAKING - 1) / config::BRAKING + 1;
        if (remaining > enough) {
            asked -= remaining - enough;
            remaining = enough;
            braking = true;
        }
    }
}

void cut() {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        TIMSK1 &= ~_BV(OCIE1A);
        asked -= remaining;
        remaining = 0;
        pause = 0;
        active = false;
        let_go();
    }
}

bool turning() { return active; }

uint16_t steps_done() {
    uint16_t left = 0;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { left = remaining; }
    return asked - left;
}

void tick() {
    if (active || holding == 0) return;
    if (--holding == 0) let_go();
}

}  // namespace wheels
