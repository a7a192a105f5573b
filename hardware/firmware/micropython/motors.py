# Wheels and acts, one tick of 1 ms at a time. Pins are callables (machine.Pin is one), so that this runs anywhere.
import messages as m

STEPS_PER_TURN = 2037.89  # 32 steps times the usual gear of 63.68395 : 1
WHEEL_MM = 58
TRACK_MM = 32
UM_PER_STEP = 3.14159265 * WHEEL_MM * 1000 / STEPS_PER_TURN
CDEG_PER_STEP = UM_PER_STEP / 1000 * 2 / TRACK_MM * 5729.57795

START_RATE = 200  # steps a second, from rest
MOST_RATE = 430  # for motors on 5 V; computed in docs/firmware.md
RATE_AT_6_V = 510
RAMP = 1500  # steps a second, per second
BRAKING = 3  # a stop is so many times as steep: friction brakes too
LEFT_FORWARD = 1
RIGHT_FORWARD = -1
HOLD_MS = 100  # then the coils let go

LOW_MV = 6400
CHARGED_MV = 6600
EXHAUSTED_MV = 6000
ABSENT_MV = 3000  # below it there is no pack, but a cable

COILS = (0b0011, 0b0110, 0b1100, 0b1001)

DARK, RED, GREEN, YELLOW, BLUE, MAGENTA, WHITE = 0, 1, 2, 3, 4, 5, 7
LIMP, REST, STRUCK = 0, 1000, 2000  # the arm's pulse, us
WIGGLE = 45  # steps on the spot, counter-clockwise

# In the order of ActKind: scenes of (ms, colour, Hz, arm, wiggle). A last scene of 0 ms stays.
ACTS = (
    ((300, WHITE, 2000, STRUCK, 0), (300, DARK, 0, REST, 0), (0, DARK, 0, LIMP, 0)),
    ((300, BLUE, 800, LIMP, 0), (0, BLUE, 0, LIMP, 0)),
    (
        (200, RED, 250, LIMP, 0),
        (200, DARK, 0, LIMP, 0),
        (200, RED, 250, LIMP, 0),
        (200, DARK, 0, LIMP, 0),
        (0, DARK, 0, LIMP, 0),
    ),
    ((200, YELLOW, 250, LIMP, 0), (200, DARK, 0, LIMP, 0), (0, DARK, 0, LIMP, 0)),
    ((500, GREEN, 800, STRUCK, 0), (0, DARK, 0, LIMP, 0)),
    ((500, GREEN, 250, REST, 0), (0, DARK, 0, LIMP, 0)),
    ((500, RED, 250, LIMP, 0), (500, MAGENTA, 250, LIMP, 0), (0, MAGENTA, 0, LIMP, 0)),
    (
        (400, WHITE, 2000, LIMP, WIGGLE),
        (500, DARK, 0, LIMP, -2 * WIGGLE),
        (400, WHITE, 2000, LIMP, WIGGLE),
        (400, DARK, 0, LIMP, 0),
        (0, DARK, 0, LIMP, 0),
    ),
)


class Wheels:
    def __init__(self, left, right, motor_mv=5000):
        self._fastest = RATE_AT_6_V if motor_mv >= 6000 else MOST_RATE
        self._left = left  # IN1..IN4
        self._right = right
        self._phases = [0, 0]
        self._ways = (0, 0)
        self._holding = 0
        self.asked = 0
        self.remaining = 0
        self._rate = 0  # thousandths of a step a second
        self._most = 0
        self._phase = 0
        self._ramp_down = RAMP
        self._let_go()

    def begin(self, left, right, steps, rate):
        self._ways = (left * LEFT_FORWARD, right * RIGHT_FORWARD)
        self.asked = self.remaining = steps
        self._most = int(min(rate, self._fastest) * 1000)
        self._rate = min(self._most, START_RATE * 1000)
        self._phase = 0
        self._ramp_down = RAMP
        self._holding = HOLD_MS

    def brake(self):
        """Down the steeper ramp, no step lost."""
        enough = self._to_stop(RAMP * BRAKING)
        if self.remaining > enough:
            self._ramp_down = RAMP * BRAKING
            self.asked -= self.remaining - enough
            self.remaining = enough

    def cut(self):
        """Coils off at once."""
        self.asked -= self.remaining
        self.remaining = 0
        self._let_go()

    def _to_stop(self, ramp):
        rate = self._rate // 1000
        return max(0, (rate * rate - START_RATE * START_RATE) // (2 * ramp)) + 1

    def tick(self):
        if self.remaining == 0:
            if self._holding:
                self._holding -= 1
                if self._holding == 0:
                    self._let_go()
            return
        if self._rate > START_RATE * 1000 and self.remaining <= self._to_stop(self._ramp_down):
            self._rate = max(self._rate - self._ramp_down, START_RATE * 1000)
        elif self._rate < self._most:
            self._rate = min(self._rate + RAMP, self._most)
        self._phase += self._rate
        if self._phase < 1000000:
            return
        self._phase -= 1000000
        self.remaining -= 1
        self._step(0, self._left)
        self._step(1, self._right)

    def _step(self, wheel, pins):
        phase = self._phases[wheel] = (self._phases[wheel] + self._ways[wheel]) & 3
        for n in range(4):
            pins[n](COILS[phase] >> n & 1)

    def _let_go(self):
        for pin in self._left + self._right:
            pin(0)
        self._holding = 0


class Body:
    # `show(colour, hz, arm_us)` sets light, buzzer and arm; `battery()` measures mV.
    # tick() must be called every millisecond; take_ending() from the program's loop.
    def __init__(self, wheels, show, battery):
        self._wheels = wheels
        self._show = show
        self._battery = battery
        self._doing = 0
        self._sign = 1
        self._outcome = m.OUTCOME_DONE
        self._halted_hard = False
        self._scenes = None
        self._scene = 0
        self._left_ms = 0
        self._low = False
        self.battery_mv = 0
        show(DARK, 0, LIMP)
        self.weigh()

    @property
    def fault(self):
        return m.FAULT_CODE_BATTERY if self._low else m.FAULT_CODE_NONE

    def weigh(self):
        """Measure the battery; call it now and then. Returns whether the fault changed."""
        was = self._low
        mv = self._battery()
        self.battery_mv = 0 if mv < ABSENT_MV else mv
        if self.battery_mv == 0 or self.battery_mv > CHARGED_MV:
            self._low = False
        elif self.battery_mv < LOW_MV:
            self._low = True
        if 0 < self.battery_mv < EXHAUSTED_MV and self._doing in (m.MOVE, m.TURN):
            self.halt(m.OUTCOME_LOW_BATTERY, False)
        return was != self._low

    def refusal(self, code, values):
        return m.VERDICT_LOW_BATTERY if self._low and code != m.ACT else None

    def begin(self, code, values):
        self._outcome = m.OUTCOME_DONE
        self._halted_hard = False
        if code == m.ACT:
            self._scenes = ACTS[values[0]]
            self._enter(0)
        else:
            way, speed = values
            self._sign = -1 if way < 0 else 1
            if code == m.MOVE:
                self._wheels.begin(self._sign, self._sign, self._steps(way, UM_PER_STEP), speed * 1000 / UM_PER_STEP)
            else:  # counter-clockwise: the right wheel ahead
                steps = self._steps(way, CDEG_PER_STEP)
                self._wheels.begin(-self._sign, self._sign, steps, speed * 100 / CDEG_PER_STEP)
        self._doing = code  # last: tick() may come in between

    @staticmethod
    def _steps(way, unit):
        return int(abs(way) / unit + 0.5)

    def _enter(self, scene):
        ms, colour, hz, arm, wiggle = self._scenes[scene]
        self._show(colour, hz, arm)
        if wiggle and not self._low:
            way = 1 if wiggle > 0 else -1
            self._wheels.begin(-way, way, abs(wiggle), 300)
        self._scene = scene
        self._left_ms = ms
        if ms == 0:
            self._scenes = None

    def halt(self, outcome, hard):
        """End what is under way with this outcome: down the ramp, or hard."""
        if not self._doing or self._halted_hard or (self._outcome != m.OUTCOME_DONE and not hard):
            return
        self._outcome = outcome
        self._halted_hard = hard
        if self._scenes is not None:
            self._scenes = None
            self._show(DARK, 0, LIMP)
        if hard:
            self._wheels.cut()
        else:
            self._wheels.brake()

    def tick(self):
        self._wheels.tick()
        if self._scenes is not None:
            self._left_ms -= 1
            if self._left_ms <= 0:
                self._enter(self._scene + 1)

    def take_ending(self):
        """(outcome, um, cdeg) if what was under way has ended, else None. Once for every begin."""
        if not self._doing or self._wheels.remaining or self._scenes is not None:
            return None
        way = self.progress()
        self._doing = 0
        return (self._outcome,) + way

    def progress(self):
        """How far the motion under way has come by the wheels' own count: (um, cdeg)."""
        steps = self._sign * (self._wheels.asked - self._wheels.remaining)
        if self._doing == m.MOVE:
            return _rounded(steps * UM_PER_STEP), 0
        if self._doing == m.TURN:
            return 0, _rounded(steps * CDEG_PER_STEP)
        return 0, 0


def _rounded(value):
    return int(value + 0.5) if value >= 0 else -int(0.5 - value)
