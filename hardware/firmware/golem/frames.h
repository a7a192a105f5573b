// Frames: type u8 | session u16 | seq u16 | payload | CRC-32, stuffed (COBS) and ended by a zero.
#pragma once

#include <stdint.h>

#include "messages.h"

namespace frames {

struct __attribute__((packed)) Frame {
    uint8_t type;
    uint16_t session;
    uint16_t seq;
    uint8_t payload[wire::MOST_PAYLOAD + 4];  // with room for the checksum behind it
};

// Takes a byte from the line in. True if it ended a sound frame, which is `received` until the next byte.
bool take(uint8_t byte);
extern Frame received;

// How many runs of bytes were no frame.
uint16_t dropped();

// Says a frame, or nothing if the line is that busy: whoever waits for it asks again.
void send(uint8_t type, uint16_t session, uint16_t seq, const void* payload, uint8_t size);

// Says a message with the session and the number of the received frame.
void reply(uint8_t type, const void* payload, uint8_t size);

template <typename Message>
void reply(const Message& message) {
    reply(Message::CODE, &message, Message::SIZE);
}

}  // namespace frames
