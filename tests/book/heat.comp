#version 430 core
// heat: one step of heat spreading over a plate; each cell moves towards the mean of its four neighbours.
layout(local_size_x = 8, local_size_y = 8) in;

uniform float rate;
uniform ivec4 output_shape;      // the library sets it
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

int index(ivec2 cell) { return cell.y * output_shape.x + cell.x; }
float at(ivec2 cell) { return source[index(clamp(cell, ivec2(0), output_shape.xy - 1))]; }

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(cell, output_shape.xy))) return;
    float beside = at(cell - ivec2(1, 0)) + at(cell + ivec2(1, 0));
    float above = at(cell - ivec2(0, 1)) + at(cell + ivec2(0, 1));
    result[index(cell)] = mix(at(cell), 0.25 * (beside + above), rate);
}
