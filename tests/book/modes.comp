#version 430 core
// Rounds down, or to the nearest.
// run: groups 1
// run: buffer Numbers=random:64
// run: uniform nearest=0
layout(local_size_x = 64) in;
uniform int nearest;
layout(std430) buffer Numbers { float numbers[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (nearest == 1) {
        float half_more = numbers[i] + 0.5;
        numbers[i] = floor(half_more);
    } else {
        numbers[i] = floor(numbers[i]);
    }
}
