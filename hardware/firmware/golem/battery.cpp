#include "battery.h"

#include <avr/io.h>

#include "config.h"

namespace battery {

constexpr uint8_t EVERY_TICKS = 8;   // one measurement in 64 ms
constexpr uint8_t AVERAGED = 16;

static uint16_t sum;  // of the last measurements, fading
static uint16_t told_mv;
static bool is_low;
static uint8_t due;

static void begin_measuring() { ADCSRA |= _BV(ADSC); }

static void weigh() {
    const uint16_t mv = static_cast<uint16_t>(sum * (config::BATTERY_MV_PER_COUNT / AVERAGED) + 0.5F);
    told_mv = mv < config::ABSENT_MV ? 0 : mv;
    if (told_mv == 0 || told_mv > config::CHARGED_MV) is_low = false;
    else if (told_mv < config::LOW_MV) is_low = true;
}

void start() {
    ADMUX = _BV(REFS1) | _BV(REFS0);  // channel 0 against 1.1 V
    DIDR0 = _BV(ADC0D);
    ADCSRB = 0;
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
    // The reference must settle: the first half is thrown away.
    for (uint8_t i = 0; i < 2 * AVERAGED; ++i) {
        begin_measuring();
        while (ADCSRA & _BV(ADSC)) {
        }
        if (i >= AVERAGED) sum += ADC;
    }
    weigh();
}

uint16_t millivolts() { return told_mv; }

bool low() { return is_low; }

bool exhausted() { return told_mv != 0 && told_mv < config::EXHAUSTED_MV; }

void tick() {
    if (++due < EVERY_TICKS) return;
    due = 0;
    sum += ADC - sum / AVERAGED;
    weigh();
    begin_measuring();
}

}  // namespace battery
