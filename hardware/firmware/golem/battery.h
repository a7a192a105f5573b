// Two cells, measured on A0 over a divider.
#pragma once

#include <stdint.h>

namespace battery {

void start();

// Averaged over about a second; 0 if there is no pack (it runs on a cable).
uint16_t millivolts();

// Too low to begin a motion. Stays so until it is charged.
bool low();

// Too low even to end one.
bool exhausted();

// Every 8 ms.
void tick();

}  // namespace battery
