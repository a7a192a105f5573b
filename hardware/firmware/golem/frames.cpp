#include "frames.h"

#include "uart.h"

namespace frames {

constexpr uint8_t HEADER = 5;
constexpr uint8_t CHECKSUM = 4;

// CRC-32 (IEEE 802.3), bit by bit: a table costs more flash than it saves time at 11520 bytes a second.
constexpr uint32_t POLYNOMIAL = 0xEDB88320;
// What remains of a frame and its own checksum.
constexpr uint32_t SOUND = 0xDEBB20E3;
constexpr uint32_t EMPTY = 0xFFFFFFFF;

static uint32_t __attribute__((noinline)) checked(uint32_t crc, uint8_t byte) {
    crc ^= byte;
    for (uint8_t bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ POLYNOMIAL : crc >> 1;
    return crc;
}

Frame received;
static uint32_t crc = EMPTY;
static uint8_t size;      // bytes of the frame so far
static uint8_t run;       // bytes until the next count of the stuffing
static bool begun, bad;
static uint16_t bad_frames;

static void append(uint8_t byte) {
    if (size == sizeof received) {
        bad = true;
        return;
    }
    reinterpret_cast<uint8_t*>(&received)[size++] = byte;
    crc = checked(crc, byte);
}

static bool end() {
    const bool was_begun = begun;
    const bool sound = begun && !bad && run == 0 && crc == SOUND && size >= HEADER + CHECKSUM &&
                       size - HEADER - CHECKSUM == wire::host_payload(received.type) &&
                       wire::known(received.type, received.payload);
    begun = bad = false;
    size = run = 0;
    crc = EMPTY;
    if (was_begun && !sound) ++bad_frames;
    return sound;
}

bool take(uint8_t byte) {
    if (byte == 0) return end();
    if (bad) return false;
    if (run == 0) {
        if (begun) append(0);
        begun = true;
        run = byte - 1;
    } else {
        append(byte);
        --run;
    }
    return false;
}

uint16_t dropped() { return bad_frames; }

// Stuffs bytes into the line's buffer as they come; a run goes out as soon as it is whole.
class Stuffing {
  public:
    void add(uint8_t byte) {
        if (byte == 0) {
            close();
        } else {
            uart::put(next_++, byte);
        }
    }

    void add_checked(uint8_t byte) {
        crc_ = checked(crc_, byte);
        add(byte);
    }

    void end() {
        for (uint32_t rest = ~crc_, i = 0; i < CHECKSUM; ++i, rest >>= 8) add(static_cast<uint8_t>(rest));
        close();
        uart::put(0, 0);
        uart::publish(1);
    }

  private:
    void close() {
        uart::put(0, next_);
        uart::publish(next_);
        next_ = 1;
    }

    uint8_t next_ = 1;  // behind the run's count
    uint32_t crc_ = EMPTY;
};

void send(uint8_t type, uint16_t session, uint16_t seq, const void* payload, uint8_t size) {
    if (uart::room() < HEADER + size + CHECKSUM + 2) return;
    const uint8_t header[HEADER] = {type, static_cast<uint8_t>(session), static_cast<uint8_t>(session >> 8),
                                    static_cast<uint8_t>(seq), static_cast<uint8_t>(seq >> 8)};
    Stuffing out;
    for (uint8_t i = 0; i < HEADER; ++i) out.add_checked(header[i]);
    for (uint8_t i = 0; i < size; ++i) out.add_checked(static_cast<const uint8_t*>(payload)[i]);
    out.end();
}

void reply(uint8_t type, const void* payload, uint8_t size) { send(type, received.session, received.seq, payload, size); }

}  // namespace frames
