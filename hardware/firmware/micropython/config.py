# Everything that differs from golem to golem. Copy it to the board beside the other files, with your own values.
NAME = "red"  # at most eight ASCII letters: also its name in the table's topics
TABLE = "table"
WIFI = ("", "")  # name and password of the Wi-Fi
BROKER = ""  # address of the computer that runs the table
PORT = 1883
USER = None  # as `golem robots mqtt` or your makerspace gives them
PASSWORD = None

# GPIO numbers. These are for a Raspberry Pi Pico W; for an ESP32 see README.md.
LEFT = (2, 3, 4, 5)  # left driver, IN1..IN4
RIGHT = (6, 7, 8, 9)  # right driver
MOTOR_MV = 5000  # what the motors get behind the regulator; with 6000 they turn faster
LIGHT = (10, 11, 12)  # red, green, blue
BUZZER = 13
ARM = 14
BATTERY = 26  # 100 kohm to the battery, 33 kohm to ground
BATTERY_MV_AT_FULL_SCALE = 3300 * (100 + 33) // 33
