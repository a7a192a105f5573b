#include "layouts.h"

#include <avr/pgmspace.h>

#include "frames.h"
#include "messages.h"

namespace layouts {

static const uint32_t HOST[] PROGMEM = {WIRE_HOST_LAYOUTS};
static const uint32_t ROBOT[] PROGMEM = {WIRE_ROBOT_LAYOUTS};
constexpr uint8_t HOSTS = sizeof HOST / sizeof *HOST;
constexpr uint8_t ROBOTS = sizeof ROBOT / sizeof *ROBOT;

static uint32_t layout_of(uint8_t code) {
    // From 1 on; 0 becomes 255, and is beyond both rows.
    const uint8_t place = static_cast<uint8_t>(code & 0x7F) - 1;
    if (code < 0x80) return place < HOSTS ? pgm_read_dword(&HOST[place]) : 0;
    return place < ROBOTS ? pgm_read_dword(&ROBOT[place]) : 0;
}

void describe() {
    const uint8_t code = static_cast<const wire::Describe*>(static_cast<const void*>(frames::received.payload))->code;
    const wire::Description told = {code, layout_of(code)};
    frames::reply(told);
}

}  // namespace layouts
