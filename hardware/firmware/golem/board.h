// The processor: time, sleep, why it started, and what it remembers without power.
#pragma once

#include <stdint.h>

#include "messages.h"

namespace board {

constexpr uint8_t TICK_MS = 8;
constexpr uint8_t TICKS_PER_SECOND = 1000 / TICK_MS;

void start();

// Counts this start in the EEPROM.
void count_boot();

uint16_t boot_id();
wire::BootCause boot_cause();

// The golem's name, as the EEPROM has it or else as it was built in: eight bytes, the unused ones zero.
void read_name(char* name);

// Whether a tick (8 ms) has passed that take_tick() has not taken.
bool tick_waiting();
bool take_tick();

// The watchdog restarts a program that doesn't come by here for a second.
void alive();

// Sleeps until the next interrupt, if `idle` still holds once interrupts are off.
void sleep_while(bool (*idle)());

}  // namespace board
