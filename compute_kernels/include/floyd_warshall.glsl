// floyd_warshall.glsl: tiles of 32 by 32 distances; an invocation has four in a row.

const int TILE = 32;
const uint NO_PATH = 0x7fffffffu;     // what stands where the matrix has ended, too

uniform int side;                     // nodes
uniform int pivot;                    // the first of the 32 nodes of this step

layout(std430, binding = 0) buffer Distances { uint distances[]; };

/// The four distances from here on: column and row.
uvec4 load(ivec2 at) {
    uvec4 four = uvec4(NO_PATH);
    for (int lane = 0; lane < 4; ++lane) {
        if (at.x + lane < side && at.y < side) four[lane] = distances[at.y * side + at.x + lane];
    }
    return four;
}

void store(ivec2 at, uvec4 four) {
    for (int lane = 0; lane < 4; ++lane) {
        if (at.x + lane < side && at.y < side) distances[at.y * side + at.x + lane] = four[lane];
    }
}
