/* An ATmega328P with a golem around it, on libsimavr: bytes in and out, wheel steps, light, arm, battery.
 *
 * Loaded by avr_chip.py. It keeps time in cycles of the chip (16 MHz) and never sleeps for real: a sleeping chip's
 * time jumps to its next event. Pins are those of hardware/firmware/golem/config.h.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>

enum { FREQUENCY = 16000000, LINE = 4096, STEPS = 8192 };
enum { ENDED_A_FRAME = 1, STEPPED = 2, LIT = 4 }; /* news */

typedef struct {
    uint64_t cycle;
    int32_t left, right; /* the wheels' steps after it, forward is positive */
} step_t;

typedef struct {
    int shift;     /* where the four coils are on their port */
    int direction; /* +1 if the coil patterns go up when the golem goes ahead */
    int phase;
    int32_t steps;
    uint32_t impossible; /* patterns that no neighbour of the last one is: steps that a motor loses */
    int powered;
} wheel_t;

typedef struct golem {
    avr_t *avr;
    uint64_t before; /* cycles of earlier boots: simavr counts anew from every reset */
    avr_uart_t *uart;
    avr_irq_t *uart_in, *battery;
    wheel_t left, right;
    int32_t pack_mv;
    uint8_t port_b, port_d;
    /* bytes on their way to the chip */
    uint8_t coming[LINE];
    uint64_t coming_at[LINE];
    uint32_t coming_head, coming_tail;
    /* bytes that the chip said, each with the cycle at which its last bit was out */
    uint8_t said[LINE];
    uint64_t said_at[LINE];
    uint32_t said_count;
    uint64_t line_free;
    int news;
    step_t steps[STEPS];
    uint32_t step_count;
    uint64_t arm_rose, arm_pulse, tone_rose, tone_period;
    uint64_t asleep; /* cycles */
} golem_t;

static const int PHASES[16] = {
    [0x3] = 1, [0x6] = 2, [0xC] = 3, [0x9] = 4, /* two neighbouring coils; one more than the phase */
};

static uint64_t now_of(golem_t *g) { return g->before + g->avr->cycle; }

static uint64_t byte_cycles(golem_t *g) {
    uint8_t *data = g->avr->data;
    uint32_t divisor = (data[0xC4] | data[0xC5] << 8) + 1u; /* UBRR0 */
    return 10u * divisor * (data[0xC0] & 2 ? 8u : 16u);     /* U2X0; eight bits, start and stop */
}

/* -- wheels ------------------------------------------------------------------------------------------------ */

static void drive(golem_t *g, wheel_t *wheel, uint8_t port) {
    int coils = port >> wheel->shift & 0x0F, was_powered = wheel->powered;
    wheel->powered = coils != 0;
    if (!coils) return;
    int phase = PHASES[coils] - 1;
    if (phase < 0) {
        wheel->impossible++;
        return;
    }
    int turned = (phase - wheel->phase) & 3;
    wheel->phase = phase;
    if (turned == 0) return;
    if (turned == 2) {
        /* A rotor that was free stays where it is, between two ways to go. */
        wheel->impossible += was_powered;
        return;
    }
    g->news |= STEPPED;
    wheel->steps += (turned == 1 ? 1 : -1) * wheel->direction;
    /* The two wheels' ports are written a few cycles apart: that is one step. */
    step_t *last = g->step_count ? &g->steps[(g->step_count - 1) % STEPS] : NULL;
    if (!last || now_of(g) - last->cycle > 64) {
        last = &g->steps[g->step_count++ % STEPS];
        last->cycle = now_of(g);
    }
    last->left = g->left.steps;
    last->right = g->right.steps;
}

/* -- pins -------------------------------------------------------------------------------------------------- */

static uint8_t out(golem_t *g, char port, uint32_t value) {
    avr_ioport_state_t state;
    avr_ioctl(g->avr, AVR_IOCTL_IOPORT_GETSTATE(port), &state);
    return value & state.ddr;
}

static void on_port_b(struct avr_irq_t *irq, uint32_t value, void *param) {
    golem_t *g = param;
    uint8_t now = out(g, 'B', value), changed = now ^ g->port_b;
    (void)irq;
    g->port_b = now;
    if (changed & 3) g->news |= LIT;
    if (!(changed & 4)) return;
    if (now & 4)
        g->arm_rose = now_of(g);
    else
        g->arm_pulse = now_of(g) - g->arm_rose;
}

static void on_port_c(struct avr_irq_t *irq, uint32_t value, void *param) {
    golem_t *g = param;
    (void)irq;
    drive(g, &g->right, out(g, 'C', value));
}

static void on_port_d(struct avr_irq_t *irq, uint32_t value, void *param) {
    golem_t *g = param;
    uint8_t was = g->port_d;
    (void)irq;
    g->port_d = out(g, 'D', value);
    if ((was ^ g->port_d) & 0x80) g->news |= LIT;
    drive(g, &g->left, g->port_d);
}

static void on_buzzer(struct avr_irq_t *irq, uint32_t value, void *param) {
    golem_t *g = param;
    (void)irq;
    if (!value) return;
    g->tone_period = now_of(g) - g->tone_rose;
    g->tone_rose = now_of(g);
}

static void on_measure(struct avr_irq_t *irq, uint32_t value, void *param) {
    golem_t *g = param;
    (void)irq;
    (void)value;
    /* The divider: 10 kohm of 110. */
    avr_raise_irq(g->battery, (uint32_t)(g->pack_mv * 10 + 55) / 110);
}

/* -- the line ---------------------------------------------------------------------------------------------- */

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
    golem_t *g = param;
    uint64_t now = now_of(g);
    (void)irq;
    g->line_free = (g->line_free > now ? g->line_free : now) + byte_cycles(g);
    if (g->said_count == LINE) return;
    g->said[g->said_count] = (uint8_t)value;
    g->said_at[g->said_count++] = g->line_free;
    if (!value) g->news |= ENDED_A_FRAME;
}

static void set_alarm(golem_t *g);

static avr_cycle_count_t deliver(struct avr_t *avr, avr_cycle_count_t when, void *param) {
    golem_t *g = param;
    (void)avr;
    (void)when;
    while (g->coming_tail != g->coming_head && g->coming_at[g->coming_tail % LINE] <= now_of(g))
        avr_raise_irq(g->uart_in, g->coming[g->coming_tail++ % LINE]);
    return g->coming_tail == g->coming_head ? 0 : g->coming_at[g->coming_tail % LINE] - g->before;
}

static void set_alarm(golem_t *g) {
    if (g->coming_tail == g->coming_head || avr_cycle_timer_status(g->avr, deliver, g)) return;
    uint64_t first = g->coming_at[g->coming_tail % LINE], now = now_of(g);
    avr_cycle_timer_register(g->avr, first > now ? first - now : 1, deliver, g);
}

/* A byte's first bit reaches the chip at `cycle`; the others follow in a row. Returns how many found room. */
int golem_hear(golem_t *g, uint64_t cycle, const uint8_t *bytes, int count, uint64_t cycles_a_byte) {
    int taken = 0;
    for (; taken < count && g->coming_head - g->coming_tail < LINE; ++taken) {
        g->coming[g->coming_head % LINE] = bytes[taken];
        g->coming_at[g->coming_head++ % LINE] = cycle + taken * cycles_a_byte;
    }
    set_alarm(g);
    return taken;
}

/* Bytes that the chip has said since the last call. */
int golem_said(golem_t *g, uint8_t *bytes, uint64_t *cycles, int room) {
    int count = g->said_count < (uint32_t)room ? (int)g->said_count : room;
    memcpy(bytes, g->said, count);
    memcpy(cycles, g->said_at, count * sizeof *cycles);
    memmove(g->said, g->said + count, g->said_count - count);
    memmove(g->said_at, g->said_at + count, (g->said_count - count) * sizeof *cycles);
    g->said_count -= count;
    return count;
}

/* -- power and time ---------------------------------------------------------------------------------------- */

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) {
    golem_t *g = avr->custom.data;
    g->asleep += cycles;
}

static avr_cycle_count_t horizon(struct avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr;
    (void)when;
    (void)param;
    return 0;
}

/* simavr counts eleven bits a byte. */
static void set_pace(golem_t *g) { g->uart->cycles_per_byte = byte_cycles(g); }

/* What simavr's reset brings about beyond the registers. */
static void after_reset(golem_t *g) {
    g->left.powered = g->right.powered = 0;
    g->port_b = g->port_d = 0;
    g->news |= LIT;
    /* Else simavr looks at INT0 and INT1 in every cycle in which they are low: they are coils here. */
    avr_extint_set_strict_lvl_trig(g->avr, 0, 0);
    avr_extint_set_strict_lvl_trig(g->avr, 1, 0);
}

/* Runs up to `cycle`, or until the chip has ended a frame. Returns what is new, -1 if the chip is dead. */
int golem_run(golem_t *g, uint64_t cycle) {
    avr_t *avr = g->avr;
    int news = g->news;
    g->news = 0;
    if (now_of(g) >= cycle) return news;
    /* So that neither a sleep nor a run of instructions goes past it. */
    avr_cycle_timer_register(avr, cycle - now_of(g), horizon, g);
    while (now_of(g) < cycle && !(g->news & ENDED_A_FRAME)) {
        avr_cycle_count_t was = avr->cycle;
        set_pace(g);
        int state = avr_run(avr);
        if (avr->cycle < was) { /* the watchdog has reset it */
            g->before += was;
            after_reset(g);
            set_alarm(g);
            if (now_of(g) < cycle) avr_cycle_timer_register(avr, cycle - now_of(g), horizon, g);
        }
        if (state == cpu_Done || state == cpu_Crashed) return -1;
    }
    avr_cycle_timer_cancel(avr, horizon, g);
    news |= g->news;
    g->news = 0;
    return news;
}

uint64_t golem_now(golem_t *g) { return now_of(g); }

enum { POWER, RESET, WATCHDOG, BROWNOUT };

/* Resets the chip; `cause` is the wire's BootCause. Bytes on their way are lost. */
void golem_reset(golem_t *g, int cause) {
    static const uint8_t FLAGS[] = {[POWER] = 1, [RESET] = 2, [WATCHDOG] = 8, [BROWNOUT] = 4}; /* MCUSR */
    g->before += g->avr->cycle;
    g->avr->cycle = 0;
    avr_reset(g->avr);
    g->avr->data[0x54] = FLAGS[cause];
    g->coming_tail = g->coming_head;
    g->said_count = 0;
    after_reset(g);
}

static avr_irq_t *irq_of(golem_t *g, uint32_t of, int which) { return avr_io_getirq(g->avr, of, which); }

/* A chip with this program. `memory` is its EEPROM of 1024 bytes. NULL if libsimavr does not know the chip. */
golem_t *golem_new(const uint8_t *program, uint32_t size, uint8_t *memory) {
    golem_t *g = calloc(1, sizeof *g);
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    if (!g || !avr) return NULL;
    g->avr = avr;
    avr_init(avr);
    avr->frequency = FREQUENCY;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->log = 0;
    avr->custom.data = g;
    avr->sleep = no_sleep;
    avr_loadcode(avr, (uint8_t *)program, size, 0);
    avr->codeend = avr->flashend;
    avr_eeprom_desc_t eeprom = {.ee = memory, .offset = 0, .size = 1024};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &eeprom);
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart")) g->uart = (avr_uart_t *)io;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    g->uart_in = irq_of(g, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    g->battery = irq_of(g, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0);
    g->left = (wheel_t){.shift = 2, .direction = +1};
    g->right = (wheel_t){.shift = 1, .direction = -1};
    avr_irq_register_notify(irq_of(g, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, g);
    avr_irq_register_notify(irq_of(g, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_measure, g);
    avr_irq_register_notify(irq_of(g, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_PIN_ALL), on_port_b, g);
    avr_irq_register_notify(irq_of(g, AVR_IOCTL_IOPORT_GETIRQ('C'), IOPORT_IRQ_PIN_ALL), on_port_c, g);
    avr_irq_register_notify(irq_of(g, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_PIN_ALL), on_port_d, g);
    avr_irq_register_notify(irq_of(g, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), on_buzzer, g);
    golem_reset(g, POWER);
    return g;
}

void golem_free(golem_t *g) {
    avr_terminate(g->avr);
    free(g->avr);
    free(g);
}

/* -- what can be seen -------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t cycle, asleep;
    int32_t left, right;         /* steps, forward is positive */
    uint32_t impossible;         /* coil patterns that no motor can follow */
    uint32_t line_cycles;        /* of a byte at the chip's own baud rate */
    uint8_t powered;             /* 1: left coils, 2: right */
    uint8_t light;               /* 1: red, 2: green, 4: blue */
    uint32_t arm_us;             /* the last whole pulse; 0: none for 50 ms, the arm is limp */
    uint32_t tone_hz;            /* 0: quiet for 10 ms */
} seen_t;

void golem_see(golem_t *g, seen_t *seen) {
    uint64_t now = now_of(g);
    *seen = (seen_t){
        .cycle = now,
        .asleep = g->asleep,
        .left = g->left.steps,
        .right = g->right.steps,
        .impossible = g->left.impossible + g->right.impossible,
        .line_cycles = (uint32_t)byte_cycles(g),
        .powered = (uint8_t)(g->left.powered | g->right.powered << 1),
        .light = (uint8_t)(g->port_d >> 7 | (g->port_b & 3) << 1),
        .arm_us = now - g->arm_rose < FREQUENCY / 20 ? (uint32_t)(g->arm_pulse / 16) : 0,
        .tone_hz = g->tone_period && now - g->tone_rose < FREQUENCY / 100 ? (uint32_t)(FREQUENCY / g->tone_period) : 0,
    };
}

/* The newest `room` steps, oldest first. */
int golem_steps(golem_t *g, step_t *steps, int room) {
    uint32_t kept = g->step_count < STEPS ? g->step_count : STEPS;
    uint32_t count = kept < (uint32_t)room ? kept : (uint32_t)room;
    for (uint32_t i = 0; i < count; ++i) steps[i] = g->steps[(g->step_count - count + i) % STEPS];
    return (int)count;
}

void golem_set_battery(golem_t *g, int millivolts) { g->pack_mv = millivolts; }

/* The EEPROM as it is now, 1024 bytes. */
void golem_memory(golem_t *g, uint8_t *memory) {
    avr_eeprom_desc_t eeprom = {.ee = memory, .offset = 0, .size = 1024};
    avr_ioctl(g->avr, AVR_IOCTL_EEPROM_GET, &eeprom);
}
