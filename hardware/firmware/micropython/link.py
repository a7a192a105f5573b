# The robot's side of the link (docs/protocol.md, "Who says what"), without input or output: the same rules as
# firmware_bridge/link/robot_side.py and hardware/firmware/golem/link.cpp. Runs on MicroPython and on Python.
import messages as m
from codec import in_range

REMEMBERED = 4  # answers kept for copies of old commands
SILENCE_MS = 1000  # a host that says nothing for so long is gone


class Link:
    # `body` has battery_mv, fault (a FaultCode), refusal(code, values) -> Verdict or None, begin(code, values),
    # progress() -> (um, cdeg) and halt(outcome, hard); finished() must be called once for every begin, also after a
    # halt.
    # `name` is bytes. `since(now, then)` is the time between two times in ms (time.ticks_diff, whose clock wraps).
    def __init__(self, name, body, boot_id, now, since, capabilities=0x3FF, version=(1, 1, 0)):
        self.name = name
        self.body = body
        self.boot_id = boot_id
        self.capabilities = capabilities
        self.version = version
        self.session = 0
        self.last_seq = 0
        self.done_seq = 0
        self.latched = False
        self.latch = 0
        self.bad_frames = 0
        self._nonce = 0
        self._running = None  # (session, seq) of the command under way
        self._answers = []  # (seq, code, values), the oldest first
        self._since = since
        self._heard = now
        self._polled = now
        self._uptime_ms = 0
        self._sum_um = 0
        self._sum_cdeg = 0

    def boot(self, cause):
        """What a robot says first."""
        return (m.BOOT, 0, 0, (self.boot_id, cause))

    def state(self):
        if self.latched:
            return m.STATE_ESTOPPED
        if self._running is not None:
            return m.STATE_BUSY
        return m.STATE_IDLE if self.body.fault == m.FAULT_CODE_NONE else m.STATE_FAULT

    def receive(self, frame, now):
        """Take a host's frame in; returns the answer."""
        code, session, seq, values = frame
        if session == self.session or code == m.ESTOP or code == m.CLEAR:
            self._heard = now
        if code == m.HELLO:
            return self._hello(frame, now)
        if code == m.PING:
            return self._report(frame, values[0])
        if code == m.STATUS:
            return self._telemetry(frame)
        if code == m.TRACK:
            return (m.PROGRESS, session, seq, self.body.progress())
        if code == m.DESCRIBE:
            return (m.DESCRIPTION, session, seq, (values[0], m.LAYOUTS.get(values[0], 0)))
        if code == m.ESTOP:
            # A repeat of the one that latched, or a table's standing order, is nothing new.
            if not self.latched or seq not in (0, self._nonce):
                self.latch = (self.latch + 1) & 0xFFFF
            self.latched = True
            self._nonce = seq
            self._halt(m.OUTCOME_ESTOPPED, True)
            return self._report(frame, 0)
        if code == m.CLEAR:
            if values[0] == self.latch:
                self.latched = False
            return self._report(frame, 0)
        return self._numbered(frame)

    def _hello(self, frame, now):
        _, session, seq, values = frame
        claim, major, _, dictionary, replaces, boot_id = values
        if (
            claim == m.CLAIM_TAKE
            and session not in (0, self.session)
            and boot_id == self.boot_id
            and replaces == self.session
            and major == m.MAJOR
            and dictionary == m.DICTIONARY_HASH
        ):
            self._halt(m.OUTCOME_TAKEN, False)
            self.session = session
            self.last_seq = self.done_seq = 0
            self._answers = []
            self._heard = now
        told = (self.boot_id, self.session, self.last_seq, self.done_seq, m.MAJOR, m.MINOR, m.DICTIONARY_HASH)
        told += self.version
        told += (self.capabilities, self.body.battery_mv, self.state(), self.latch, self.name)
        return (m.WELCOME, session, seq, told)

    def _numbered(self, frame):
        code, session, seq, values = frame
        if self.session == 0 or session != self.session:
            return self._ack(frame, m.VERDICT_WRONG_SESSION)
        if code == m.STOP and self._running == (session, seq):
            self._halt(m.OUTCOME_STOPPED, False)
            return self._ack(frame, m.VERDICT_STOPPING)
        for number, answer, told in self._answers:
            if number == seq:
                return (answer, session, seq, told)
        if seq != (self.last_seq + 1) & 0xFFFF:
            return self._ack(frame, m.VERDICT_GAP)
        if code == m.STOP:
            self.last_seq = seq
            return self._settle(seq, m.OUTCOME_STOPPED, 0, 0)
        if self._running is not None:
            return self._ack(frame, m.VERDICT_BUSY)
        self.last_seq = seq
        refusal = self._refusal(frame)
        if refusal is not None:
            # A refusal uses the number up, so that a late copy is not carried out after all.
            self.done_seq = seq
            answer = self._ack(frame, refusal)
        else:
            self._running = (session, seq)
            answer = self._ack(frame, m.VERDICT_ACCEPTED)
        self._remember(seq, answer)
        if refusal is None:
            self.body.begin(code, values)
        return answer

    def _refusal(self, frame):
        code, values = frame[0], frame[3]
        if self.latched:
            return m.VERDICT_ESTOPPED
        bit = 0 if code == m.MOVE else 1 if code == m.TURN else 2 + values[0]
        if not self.capabilities >> bit & 1:
            return m.VERDICT_UNSUPPORTED
        if not in_range(frame):
            return m.VERDICT_BAD_ARGUMENT
        return self.body.refusal(code, values)

    def finished(self, outcome, distance_um, angle_cdeg):
        """The body came to the end of a command; returns a frame or None."""
        self._sum_um += distance_um
        self._sum_cdeg += angle_cdeg
        running = self._running
        self._running = None
        if running is None or running[0] != self.session:
            return None
        return self._settle(running[1], outcome, distance_um, angle_cdeg)

    def told_fault(self):
        """Something is wrong, or right again."""
        return (m.FAULT, self.session, 0, (self.body.fault, self.done_seq, self.state()))

    def poll(self, now):
        """Call it at least every 50 ms: stops if the host is silent, and counts the time."""
        self._uptime_ms += self._since(now, self._polled)
        self._polled = now
        if self._running is not None and self._since(now, self._heard) >= SILENCE_MS:
            self._halt(m.OUTCOME_SILENCE, False)

    def _halt(self, outcome, hard):
        if self._running is not None:
            self.body.halt(outcome, hard)

    def _settle(self, seq, outcome, distance_um, angle_cdeg):
        self.done_seq = seq
        frame = (m.DONE, self.session, seq, (outcome, distance_um, angle_cdeg, seq, self.state()))
        self._remember(seq, frame)
        return frame

    def _remember(self, seq, frame):
        answer = (seq, frame[0], frame[3])
        for place, kept in enumerate(self._answers):
            if kept[0] == seq:
                self._answers[place] = answer
                return
        self._answers.append(answer)
        if len(self._answers) > REMEMBERED:
            del self._answers[0]

    def _ack(self, frame, verdict):
        return (m.ACK, frame[1], frame[2], (verdict, self.done_seq, self.state()))

    def _report(self, frame, host_time_ms):
        numbers = (self.session, self.last_seq, self.done_seq, self.state(), self.body.battery_mv, self.latch)
        return (m.REPORT, frame[1], frame[2], (frame[0],) + numbers + (host_time_ms,))

    def _telemetry(self, frame):
        sums = (self._sum_um, self._sum_cdeg, self.bad_frames & 0xFFFF, self._uptime_ms // 1000)
        told = (self.body.battery_mv,) + sums + (self.done_seq, self.state())
        return (m.TELEMETRY, frame[1], frame[2], told)
