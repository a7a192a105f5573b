# A golem with its own Wi-Fi, for an ESP32 or a Raspberry Pi Pico W with MicroPython 1.20 or newer.
# Wants umqtt.simple: mpremote mip install umqtt.simple
import sys
import time

import codec
import config
import link
import machine
import messages as m
import motors
import network
import presence
from umqtt.simple import MQTTClient, MQTTException

VERSION = (1, 1, 0)
CAPABILITIES = 0x3FF
SETTLE_MS = 300  # what a broker had kept comes right after subscribing; a kept command is an old one
TELEMETRY_MS = 2000
AGAIN_MS = 1000
KEEP_ALIVE_S = 10


def next_boot_id():
    """Counts starts in a file. Written anew as a whole: power may fail at any moment."""
    import os

    try:
        with open("boots") as kept:
            boots = int(kept.read())
    except (OSError, ValueError):
        # No count: any start is as good, if it is not the one of before.
        boots = int.from_bytes(os.urandom(2), "big")
    boots = boots % 65535 + 1
    with open("boots.new", "w") as fresh:
        fresh.write(str(boots))
    os.rename("boots.new", "boots")
    return boots


def boot_cause():
    cause = machine.reset_cause()
    if cause == getattr(machine, "WDT_RESET", -1):
        return m.BOOT_CAUSE_WATCHDOG
    return m.BOOT_CAUSE_POWER if cause == machine.PWRON_RESET else m.BOOT_CAUSE_RESET


class Show:
    """Light, buzzer and arm."""

    def __init__(self):
        self._light = [machine.Pin(number, machine.Pin.OUT, value=0) for number in config.LIGHT]
        self._buzzer = machine.PWM(machine.Pin(config.BUZZER))
        self._buzzer.duty_u16(0)
        self._arm = machine.PWM(machine.Pin(config.ARM))
        self._arm.freq(50)
        self._arm.duty_u16(0)

    def __call__(self, colour, hz, arm_us):
        for bit in range(3):
            self._light[bit](colour >> bit & 1)
        if hz:
            self._buzzer.freq(hz)
        self._buzzer.duty_u16(32768 if hz else 0)
        self._arm.duty_u16(arm_us * 65535 // 20000)


def coils(numbers):
    return [machine.Pin(number, machine.Pin.OUT, value=0) for number in numbers]


def battery():
    """Measures the battery, in mV."""
    adc = machine.ADC(machine.Pin(config.BATTERY))
    if hasattr(adc, "atten"):
        # An ESP32 takes no more than 1 V until it is told to, and knows its own curve, which is not straight.
        adc.atten(machine.ADC.ATTN_11DB)
        return lambda: adc.read_uv() // 1000 * config.BATTERY_MV_AT_FULL_SCALE // 3300
    return lambda: adc.read_u16() * config.BATTERY_MV_AT_FULL_SCALE // 65535


class Golem:
    def __init__(self):
        self.wheels = motors.Wheels(coils(config.LEFT), coils(config.RIGHT), config.MOTOR_MV)
        self.body = motors.Body(self.wheels, Show(), battery())
        boot_id = next_boot_id()
        self.link = link.Link(
            config.NAME.encode(), self.body, boot_id, time.ticks_ms(), time.ticks_diff, CAPABILITIES, VERSION
        )
        self.presence = presence.Presence(config.TABLE, config.NAME, boot_id)
        self.client = None
        self.booted = False
        self.subscribed = 0
        self.told = time.ticks_ms()
        # An RP2040 has only virtual timers (-1); on an ESP32 many a MicroPython has only those of the chip.
        self.timer = machine.Timer(-1 if sys.platform == "rp2" else 0)
        self.timer.init(period=1, mode=machine.Timer.PERIODIC, callback=self.tick)

    def tick(self, _timer):
        """The millisecond. The host's silence is counted here, for the client's calls may block for long."""
        self.body.tick()
        self.link.poll(time.ticks_ms())

    def connect(self):
        """Raises OSError, MQTTException."""
        wifi = network.WLAN(network.STA_IF)
        wifi.active(True)
        if not wifi.isconnected():
            wifi.connect(*config.WIFI)
            began = time.ticks_ms()
            while not wifi.isconnected():
                self.mind()
                if time.ticks_diff(time.ticks_ms(), began) > 15000:
                    raise OSError("no Wi-Fi")
        who = "golem-%s-%s" % (config.TABLE, config.NAME)
        client = MQTTClient(who, config.BROKER, config.PORT, config.USER, config.PASSWORD, KEEP_ALIVE_S)
        topic, told, qos, kept = self.presence.lost()
        client.set_last_will(topic, told, retain=kept, qos=qos)
        client.set_callback(self.heard)
        client.connect()
        self.client = client
        self.subscribed = time.ticks_ms()
        client.subscribe(self.presence.estop, 1)
        client.subscribe(self.presence.cmd, 0)
        self.publish(self.presence.ready())
        self.publish(self.presence.described(VERSION, CAPABILITIES))
        for what in self.presence.fault(self.body.fault):
            self.publish(what)

    def publish(self, what):
        topic, told, qos, kept = what
        self.client.publish(topic, told, kept, qos)

    def say(self, frame):
        self.client.publish(self.presence.ack, codec.encode(frame))

    def heard(self, topic, payload):
        now = time.ticks_ms()
        if topic.decode() == self.presence.estop:
            if payload == b"latched":
                self.say(self.link.receive((m.ESTOP, 0, 0, ()), now))
            return
        if time.ticks_diff(now, self.subscribed) < SETTLE_MS:
            return
        frame = codec.decode(payload)
        if frame is None:
            self.link.bad_frames += 1
        else:
            self.say(self.link.receive(frame, now))

    def mind(self):
        """What must go on whether there is a broker or not; returns the frames to say."""
        frames = []
        ending = self.body.take_ending()
        if ending is not None:
            done = self.link.finished(*ending)
            if done is not None:
                frames.append(done)
        if self.body.weigh():
            frames.append(self.link.told_fault())
        time.sleep_ms(1)
        return frames

    def serve(self):
        """Until the connection breaks: OSError, MQTTException."""
        if not self.booted:
            self.say(self.link.boot(boot_cause()))
            self.booted = True
        while True:
            self.client.check_msg()
            for frame in self.mind():
                self.say(frame)
                if frame[0] == m.FAULT:
                    for what in self.presence.fault(frame[3][0]):
                        self.publish(what)
            now = time.ticks_ms()
            if time.ticks_diff(now, self.told) >= TELEMETRY_MS:
                self.told = now
                self.client.ping()
                self.publish(self.presence.telemetry(self.body.battery_mv, self.link.state()))

    def run(self):
        while True:
            try:
                self.connect()
                self.serve()
            except (OSError, MQTTException) as error:
                print("away:", error)
            began = time.ticks_ms()
            while time.ticks_diff(time.ticks_ms(), began) < AGAIN_MS:
                self.mind()


if __name__ == "__main__":
    Golem().run()
