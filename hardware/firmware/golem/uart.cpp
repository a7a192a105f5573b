#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "config.h"

namespace uart {

// Powers of two, so that places wrap by a mask.
constexpr uint8_t HEARD_SIZE = 64;
constexpr uint8_t SAID_SIZE = 128;

static uint8_t heard[HEARD_SIZE];
static volatile uint8_t heard_head, heard_tail;
static uint8_t said[SAID_SIZE];
static volatile uint8_t said_head, said_tail;

void start() {
    // Double speed (8 samples a bit) comes nearest to 115200 at 16 MHz; it must be set before the divisor.
    UCSR0A = _BV(U2X0);
    UBRR0 = static_cast<uint16_t>((F_CPU / 4 / config::BAUD - 1) / 2);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(USART_RX_vect) {
    const uint8_t byte = UDR0;
    const uint8_t next = (heard_head + 1) % HEARD_SIZE;
    // A byte too many is lost; the checksum finds that out.
    if (next == heard_tail) return;
    heard[heard_head] = byte;
    heard_head = next;
}

ISR(USART_UDRE_vect) {
    if (said_tail == said_head) {
        UCSR0B &= ~_BV(UDRIE0);
        return;
    }
    UDR0 = said[said_tail];
    said_tail = (said_tail + 1) % SAID_SIZE;
}

bool waiting() { return heard_tail != heard_head; }

uint8_t read() {
    const uint8_t byte = heard[heard_tail];
    heard_tail = (heard_tail + 1) % HEARD_SIZE;
    return byte;
}

uint8_t room() { return (said_tail + SAID_SIZE - said_head - 1) % SAID_SIZE; }

void put(uint8_t at, uint8_t byte) { said[(said_head + at) % SAID_SIZE] = byte; }

void publish(uint8_t count) {
    said_head = (said_head + count) % SAID_SIZE;
    cli();
    UCSR0B |= _BV(UDRIE0);
    sei();
}

}  // namespace uart
