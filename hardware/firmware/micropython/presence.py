# What a golem tells a broker besides its frames (docs/protocol.md, "Topics"): topic, payload, QoS, retained.
import messages as m

STATES = ("idle", "busy", "estopped", "fault")
FAULTS = ("NONE", "BATTERY", "MOTOR", "INTERNAL")


class Presence:
    def __init__(self, table, name, boot_id):
        self.name = name
        self.boot_id = boot_id
        base = "golem/1/%s/%s/" % (table, name)
        self.cmd = base + "cmd"
        self.ack = base + "ack"
        self.estop = "golem/1/%s/$estop" % table
        self._base = base

    def ready(self):
        return self._state("ready")

    def lost(self):
        """The will."""
        return self._state("lost")

    def _state(self, state):
        told = '{"boot_id":%d,"name":"%s","state":"%s"}' % (self.boot_id, self.name, state)
        return (self._base + "state", told.encode(), 1, True)

    def described(self, version, capabilities):
        told = '{"capabilities":%d,"firmware":"%d.%d.%d","name":"%s"}' % ((capabilities,) + version + (self.name,))
        return (self._base + "desc", told.encode(), 1, True)

    def telemetry(self, battery_mv, state):
        told = '{"battery_mv":%d,"state":"%s"}' % (battery_mv, STATES[state])
        return (self._base + "telemetry", told.encode(), 0, False)

    def fault(self, code):
        """What to publish for a FAULT: all faults are taken back when it is over."""
        told = '{"boot_id":%d,"code":"%s"}' % (self.boot_id, FAULTS[code])
        codes = [code] if code != m.FAULT_CODE_NONE else range(1, len(FAULTS))
        return [
            (self._base + "fault/" + FAULTS[c].lower(), told.encode() if c == code else b"", 1, True) for c in codes
        ]
