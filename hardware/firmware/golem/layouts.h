// The layouts of the messages, for hosts that do not have this dictionary.
#pragma once

namespace layouts {

// Answers the DESCRIBE that was received.
void describe();

}  // namespace layouts
