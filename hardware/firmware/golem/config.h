// Everything that differs from golem to golem: pins, wheels, battery. Change it to fit yours.
//
// Pins of the reference golem (an Arduino Nano):
//   D2 D3 D4 D5   left ULN2003, IN1..IN4        A1 A2 A3 A4   right ULN2003, IN1..IN4
//   D7 D8 D9      light: red, green, blue       D10           servo of the arm
//   D6            buzzer                        A0            battery over its divider
//   D0 D1         serial line: USB, or the Bluetooth module
// The light, the arm and the coils stay dark, limp and off from reset until they are wanted.
#pragma once

#include <stdint.h>

// At most eight ASCII letters; `make flash NAME=red` gives it too. Empty: the table knows the golem by its port.
#ifndef GOLEM_NAME
#define GOLEM_NAME ""
#endif

// What the motors get, behind the regulator: `make -C hardware/firmware flash MOTOR_MV=6000` for a golem with 6 V (docs/firmware.md).
#ifndef GOLEM_MOTOR_MV
#define GOLEM_MOTOR_MV 5000
#endif

namespace config {

// The version of this program, told in WELCOME.
constexpr uint8_t VERSION_MAJOR = 1;
constexpr uint8_t VERSION_MINOR = 1;
constexpr uint8_t VERSION_PATCH = 0;

constexpr uint32_t BAUD = 115200;

// MOVE, TURN and every ACT: bit 0, bit 1, bit 2 + code.
constexpr uint16_t CAPABILITIES = 0x3FF;

// -- wheels ------------------------------------------------------------------------------------------------

constexpr float WHEEL_MM = 58.0F;  // diameter
constexpr float TRACK_MM = 32.0F;  // from the middle of one wheel's tread to the other's
constexpr float STEPS_PER_TURN = 2037.89F;  // 32 steps times the usual gear of 63.68395 : 1, which is not 64 : 1
constexpr float MM_PER_STEP = 3.14159265F * WHEEL_MM / STEPS_PER_TURN;

// What a 28BYJ-48 follows with twice the torque that the golem needs; computed in docs/firmware.md.
constexpr uint16_t START_RATE = 200;  // steps a second, from rest
constexpr uint16_t MOST_RATE = GOLEM_MOTOR_MV >= 6000 ? 510 : 430;  // steps a second: 46 mm/s, or 38 on 5 V
constexpr float RAMP = 1500.0F;       // steps a second, per second: 134 mm/s2
constexpr uint8_t BRAKING = 3;        // a stop is so many times as steep: friction brakes too (docs/firmware.md)

// Swap where a wheel turns the wrong way (or swap the motor's plug).
constexpr int8_t LEFT_FORWARD = +1;
constexpr int8_t RIGHT_FORWARD = -1;

// -- battery -----------------------------------------------------------------------------------------------

// 100 kohm to the battery, 10 kohm to ground, measured against the chip's own 1.1 V.
constexpr float BATTERY_MV_PER_COUNT = 1100.0F / 1024.0F * (100.0F + 10.0F) / 10.0F;
constexpr uint16_t ABSENT_MV = 3000;    // below it there is no pack, but a cable: not measured, not refused
constexpr uint16_t LOW_MV = 6400;       // below it nothing new moves
constexpr uint16_t CHARGED_MV = 6600;   // above it it moves again
constexpr uint16_t EXHAUSTED_MV = 6000; // below it even what is under way ends

// -- arm ---------------------------------------------------------------------------------------------------

constexpr uint16_t ARM_REST_US = 1000;
constexpr uint16_t ARM_STRUCK_US = 2000;

}  // namespace config
