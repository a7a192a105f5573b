// The robot's side of the link: every number is carried out once, a copy gets the stored answer, and nothing
// old is ever obeyed (docs/protocol.md).
#pragma once

#include <stdint.h>

#include "messages.h"

namespace link {

// Says BOOT.
void start();

// Obeys or answers the frame that frames::take() passed.
void receive();

// The command under way has ended, as the first three fields say; the link fills in the others.
void finished(wire::Done& ending);

// Something is wrong, or right again.
void tell_fault(wire::FaultCode code);

// Every 8 ms.
void tick();

}  // namespace link
