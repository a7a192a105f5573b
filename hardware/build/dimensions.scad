// Made by `make build-golem` from golem_layout.py; change that.
cutaway = false;
body_r = 35;
inner_half = 13.4;
axle_z = 29;
motor_r = 14;
motor_z = 21;
motor_gap = 0.3;
motor_face = 19.3;
ear_x = 17.5;
ear_end = 21;
ear_thick = 1;
shaft_r = 2.5;
shaft_end = 28.8;
block_low = 4;
post_r = 3.5;
rib_low = 11;
screw_r = 1.25;
floor_low = 1.6;
floor_high = 3.6;
shell_inner_r = 33.8;
shell_x = 25;
plate_low = 58.8;
plate_high = 59.8;
strut_x = 27;
strut_y = 11.75;
foot_x = 26;
foot_r = 6;
foot_gap = 0.4;
nano_x0 = 14.4;
nano_x1 = 18.9;
servo_x0 = 19.3;
servo_half_y = 11.35;
servo_z0 = 27;
light_z = 9;
light_r = 2.9;
wheel_profile = [[29, 14], [29, 15.4], [28, 15.4], [28, 16.6], [29, 16.6], [29, 18], [25, 24.3], [6, 24.3], [6, 28.8], [0.01, 28.8], [0.01, 22.3], [23, 22.3], [27, 18], [27, 14]];
boxes = [
    [[14.4, -9, 6], [18.9, 9, 51], "teal"],
    [[19.3, -11.35, 27], [31.5, 11.35, 56], "deepskyblue"],
    [[-32, -9, 6], [-19, 9, 51], "gold"],
    [[-14.2, -13, 38], [13.8, 13, 50], "green"],
    [[-8.5, -5.5, 51], [8.5, 5.5, 55], "purple"],
    [[19.5, -6, 13.5], [28, 6, 25.5], "black"],
    [[24.3, -2.9, 6.1], [33.1, 2.9, 11.9], "red"],
    [[-18.4, -7.6, 6], [-14.8, 7.6, 43], "blue"],
    [[-30, 9.5, 8], [-21.5, 13.2, 14], "gray"]
];
