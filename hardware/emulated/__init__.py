"""The golem's own program on an emulated processor (simavr), with wires, wheels and a battery around it."""
