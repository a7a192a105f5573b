// The program as a whole. Knows none of the wire's names, so that Arduino's macros can't clash with them.
#pragma once

namespace program {

// Once after reset: all pins safe, then say BOOT.
void start();

// For ever: hear, move on, answer; then sleep until an interrupt has something new.
void pass();

}  // namespace program
