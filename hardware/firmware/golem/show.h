// Light, arm, buzzer: what an ACT shows.
#pragma once

#include "messages.h"

namespace show {

void start();

// Plays an act from its start; without `wheels` it stays where it is.
void begin(wire::ActKind act, bool wheels);

// Ends it early.
void end();

bool playing();

// Every 8 ms.
void tick();

}  // namespace show
