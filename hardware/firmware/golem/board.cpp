#include "board.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "config.h"

namespace board {

// EEPROM: boot count (high byte first), then the name.
static uint8_t* const BOOT_HIGH = reinterpret_cast<uint8_t*>(0);
static uint8_t* const BOOT_LOW = reinterpret_cast<uint8_t*>(1);
static const void* const NAME = reinterpret_cast<const void*>(2);
constexpr uint8_t NAME_LENGTH = 8;
constexpr uint8_t ERASED = 0xFF;

static const char BUILT_IN_NAME[] PROGMEM = GOLEM_NAME;
static_assert(sizeof BUILT_IN_NAME <= NAME_LENGTH + 1, "a golem's name has at most eight letters");

static uint8_t reset_flags __attribute__((section(".noinit")));
static uint16_t boots;
static volatile uint8_t ticks;

// Before anything else: after a watchdog reset the watchdog runs on with its shortest time.
void keep_reset_flags() __attribute__((naked, used, section(".init3")));
void keep_reset_flags() {
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER2_COMPA_vect) { ++ticks; }

void start() {
    // Timer 0 is the buzzer's; Arduino's own millisecond interrupt would only keep us awake.
    TIMSK0 = 0;
    ACSR = _BV(ACD);
    // Timer 2: 16 MHz / 1024 / 125 = 125 Hz.
    TCCR2A = _BV(WGM21);
    TCCR2B = _BV(CS22) | _BV(CS21) | _BV(CS20);
    OCR2A = 124;
    TIMSK2 = _BV(OCIE2A);
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_1S);
    sei();
}

void count_boot() {
    uint16_t id = static_cast<uint16_t>(eeprom_read_byte(BOOT_HIGH)) << 8 | eeprom_read_byte(BOOT_LOW);
    id = id == 0xFFFF ? 1 : id + 1;
    // The high byte first: if power fails in between, the count jumps ahead and never back.
    eeprom_update_byte(BOOT_HIGH, static_cast<uint8_t>(id >> 8));
    eeprom_update_byte(BOOT_LOW, static_cast<uint8_t>(id));
    eeprom_busy_wait();
    boots = id;
}

uint16_t boot_id() { return boots; }

wire::BootCause boot_cause() {
    if (reset_flags & _BV(PORF)) return wire::BootCause::Power;
    if (reset_flags & _BV(BORF)) return wire::BootCause::Brownout;
    if (reset_flags & _BV(WDRF)) return wire::BootCause::Watchdog;
    return wire::BootCause::Reset;
}

void read_name(char* name) {
    eeprom_read_block(name, NAME, NAME_LENGTH);
    if (static_cast<uint8_t>(name[0]) == ERASED) strncpy_P(name, BUILT_IN_NAME, NAME_LENGTH);
    for (uint8_t i = 0; i < NAME_LENGTH; ++i)
        if (static_cast<uint8_t>(name[i]) == ERASED) name[i] = 0;
}

bool tick_waiting() { return ticks != 0; }

bool take_tick() {
    if (!ticks) return false;
    cli();
    --ticks;
    sei();
    return true;
}

void alive() { wdt_reset(); }

void sleep_while(bool (*idle)()) {
    cli();
    if (idle()) {
        sleep_enable();
        sei();  // takes effect after the next instruction: no interrupt can slip in before the sleep
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

}  // namespace board
