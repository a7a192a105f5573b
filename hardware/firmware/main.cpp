// What Arduino's core does around a sketch, for builds without it.

void setup();
void loop();

int main() {
    setup();
    for (;;) loop();
}
