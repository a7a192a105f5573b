// Bytes in and out, by interrupt.
#pragma once

#include <stdint.h>

namespace uart {

void start();

// Whether a byte can be read.
bool waiting();
uint8_t read();

// How many bytes can be put now.
uint8_t room();

// Bytes are put behind the published ones, `at` counted from there; publish() lets the first of them go out.
void put(uint8_t at, uint8_t byte);
void publish(uint8_t count);

}  // namespace uart
