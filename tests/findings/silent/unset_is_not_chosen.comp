#version 430 core
// Right: where a value is missing it is not chosen, whatever the rest of the expression is.
// run: buffer Source=random:16
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    bool found = source[lane] > 0.5;
    bool near;
    float depth;
    vec2 place;
    if (found) {
        near = source[lane] < 0.75;
        depth = source[lane] * 2.0;
        place = vec2(depth, 1.0);
    }
    float chosen = found ? depth : 1.0;
    vec2 both = found ? place : vec2(0.0);
    bool closer = found && near;
    bool other = !found || near;
    result[lane] = chosen + both.y + (closer ? 1.0 : 0.0) + (other ? 1.0 : 0.0);
}
