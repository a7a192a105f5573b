// Two 28BYJ-48 steppers on ULN2003 drivers, full steps, with ramps, from the interrupt of timer 1.
#pragma once

#include <stdint.h>

namespace wheels {

void start();

// Turns both wheels by so many steps, each +1 ahead or -1 back, at most so many steps a second.
void begin(int8_t left, int8_t right, uint16_t steps, float rate);

// Slows down on a ramp that is BRAKING times as steep; loses no step.
void brake();

// Stops at once, all coils off.
void cut();

bool turning();

// How many steps the last motion has made (each wheel).
uint16_t steps_done();

// Every 8 ms: lets the coils go some time after a motion.
void tick();

}  // namespace wheels
