// The golem's own program, for an Arduino Nano (ATmega328P, 16 MHz). Open this folder in the Arduino IDE,
// choose the board and press Upload; or say `make firmware` and `make -C hardware/firmware flash PORT=...`.
// Pins and figures of your golem: config.h. What it says on the wire: docs/protocol.md.

#include "program.h"

void setup() { program::start(); }

void loop() { program::pass(); }
