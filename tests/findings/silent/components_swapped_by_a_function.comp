#version 430 core
// Right: an out parameter is all components of a vector, in another order; the vector has a value then.
// run: buffer Source=random:16
// run: buffer Result=zero:16
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { vec2 source[]; };
layout(std430) writeonly buffer Result { vec2 result[]; };

void halve(vec2 whole, out vec2 half_of_it) { half_of_it = whole * 0.5; }

void main() {
    uint lane = gl_LocalInvocationID.x;
    vec2 tile[3];
    uint place = lane % 3u;
    halve(source[lane], tile[place].yx);
    vec2 last;
    halve(tile[place], last.yx);
    result[lane].yx = last;
}
