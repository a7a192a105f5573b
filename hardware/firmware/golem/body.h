// What carries commands out: wheels, light, arm, buzzer. One command at a time.
#pragma once

#include <stdint.h>

#include "messages.h"

namespace body {

enum class Brake : uint8_t { Ramp, Hard };

// Of a MOVE, TURN or ACT: Accepted, or why not.
wire::Verdict judge(uint8_t type, const void* payload);

// Begins to carry it out.
void begin(uint8_t type, const void* payload);

// Ends the command under way with this outcome: on the ramp, or hard with all coils off.
void halt(wire::Outcome outcome, Brake brake);

// Whether the command under way has come to its end; take_ending() tells how by the wheels' own count, once.
bool ended();
wire::Done take_ending();

// Answers TRACK: how far the motion under way has come.
void tell_progress();

wire::FaultCode fault();

// Every 8 ms.
void tick();

}  // namespace body
