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

// Bytes are put at a place behind the last published one, and go out all together by publish().
void put(uint8_t at, uint8_t byte);
void publish(uint8_t count);

}  // namespace uart
