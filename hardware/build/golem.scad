// The printed parts of the reference golem. Millimetres; x ahead, y left, z up from the table.
// part: "chassis", "wheel", "plate" to print; "all" to look at. The measures come from golem_layout.py.
include <dimensions.scad>
part = "all";
$fn = 48;

module disc(radius, low, high) translate([0, 0, low]) cylinder(r = radius, h = high - low);
module along_y(radius, x, z, low, high) translate([x, low, z]) rotate([-90, 0, 0]) cylinder(r = radius, h = high - low);
module between(low, high) translate(low) cube(high - low);

// Only what lies between the wheels.
module middle() between([-body_r, -inner_half, 0], [body_r, inner_half, plate_low]);

module chassis() difference() {
    union() {
        intersection() { disc(body_r, floor_low, floor_high); middle(); }
        // Front and rear wall carry the top plate.
        intersection() {
            difference() { disc(body_r, floor_low, plate_low); disc(shell_inner_r, floor_high, plate_low + 1); }
            middle();
            union() {
                between([shell_x, -50, 0], [50, 50, plate_low]);
                between([-50, -50, 0], [-shell_x, 50, plate_low]);
            }
        }
        // Beside the servo, where the wall has a window, two struts carry it.
        intersection() {
            disc(body_r, floor_low, plate_low);
            for (side = [-1, 1]) mirror([0, side < 0 ? 1 : 0, 0])
                between([strut_x, strut_y, floor_low], [body_r, inner_half, plate_low]);
        }
        // Four posts for the motors' ears, each on a rib.
        for (x = [-ear_x, ear_x], side = [-1, 1]) mirror([0, side < 0 ? 1 : 0, 0]) {
            between([x - post_r, rib_low, floor_low], [x + post_r, inner_half, motor_z + post_r]);
            along_y(post_r, x, motor_z, rib_low, motor_face - ear_thick);
        }
        // It slides on two round feet.
        for (x = [-foot_x, foot_x]) translate([x, 0, foot_r + foot_gap]) intersection() {
            sphere(foot_r);
            translate([-20, -20, -40]) cube([40, 40, 40 + floor_high - foot_r - foot_gap]);
        }
    }
    for (x = [-ear_x, ear_x]) along_y(screw_r, x, motor_z, -30, 30);
    // Nano's USB socket from below; the motors' cables; the light; the servo's and the battery's window.
    between([nano_x0 - 0.3, -5, 0], [nano_x1 + 0.3, 5, floor_high + 1]);
    between([-9, -9, 0], [9, 9, floor_high + 1]);
    translate([20, 0, light_z]) rotate([0, 90, 0]) cylinder(r = light_r + 0.2, h = 20);
    between([servo_x0, -servo_half_y, servo_z0], [50, servo_half_y, plate_low + 1]);
}

module wheel() difference() {
    rotate([-90, 0, 0]) rotate_extrude() polygon([for (p = wheel_profile) [p[0], p[1]]]);
    // The motor's shaft: 5 mm with two flats 3 mm apart.
    intersection() {
        along_y(shaft_r + 0.1, 0, 0, 0, 50);
        between([-1.6, 0, -5], [1.6, 50, 5]);
    }
}

module plate() difference() {
    disc(body_r - 0.5, plate_low, plate_high);
}

module motor() color("silver") {
    along_y(motor_r, 0, motor_z, motor_gap, motor_face);
    between([-ear_end, motor_face - ear_thick, motor_z - 3.5], [ear_end, motor_face, motor_z + 3.5]);
    along_y(shaft_r, 0, axle_z, motor_face, shaft_end);
    color("royalblue") between([-8.75, motor_gap, block_low], [8.75, 17.5, motor_z]);
}

if (part == "chassis") chassis();
else if (part == "wheel") wheel();
else if (part == "plate") plate();
else {
    color("khaki") chassis();
    for (side = [0, 1]) mirror([0, side, 0]) {
        color("dimgray", cutaway && side ? 0.25 : 1) translate([0, 0, axle_z]) wheel();
        motor();
    }
    for (box = boxes) color(box[2]) between(box[0], box[1]);
    if (!cutaway) color("white") plate();
}
