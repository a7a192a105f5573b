#include "program.h"

#include "battery.h"
#include "board.h"
#include "body.h"
#include "frames.h"
#include "link.h"
#include "show.h"
#include "uart.h"
#include "wheels.h"

namespace program {

void start() {
    board::start();
    wheels::start();
    show::start();
    battery::start();
    uart::start();
    board::count_boot();
    link::start();
}

static bool idle() { return !uart::waiting() && !board::tick_waiting() && !body::ended(); }

void pass() {
    board::alive();
    while (uart::waiting()) {
        if (frames::take(uart::read())) link::receive();
    }
    if (body::ended()) {
        wire::Done ending = body::take_ending();
        link::finished(ending);
    }
    if (board::take_tick()) {
        body::tick();
        link::tick();
    }
    board::sleep_while(idle);
}

}  // namespace program
