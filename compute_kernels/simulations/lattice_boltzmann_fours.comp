#version 430 core
// lattice_boltzmann_fours: one step of four cells of a row, which lie in the channels of a vector.
//
// Along a row the four neighbours are three of the same four and one of the next; along a column they are a
// four of another row. The rows are whole fours.
#define CELLS vec4
#define LINKS uvec4
#include "lattice_boltzmann.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

uniform ivec4 distributions_shape;   // columns, rows, 9; the library sets it
uniform vec2 rates;                  // of relaxation: of means, of differences
uniform vec2 force;                  // on every cell
uniform vec2 velocity;               // of walls that slide, and of fluid that is held
layout(std430, binding = 0) readonly  buffer Links         { uvec4 links[]; };
layout(std430, binding = 1) readonly  buffer Distributions { vec4 distributions[]; };
layout(std430, binding = 2) writeonly buffer Result        { vec4 result[]; };

int fours, rows, x, west, east;

/// The first four of a row.
int row(int direction, int y) { return (direction * rows + y) * fours; }

vec4 pull(int direction, int y) { return distributions[row(direction, y) + x]; }

/// The cells to the west of each.
vec4 pull_west(int direction, int y) {
    int start = row(direction, y);
    return vec4(distributions[start + west].w, distributions[start + x].xyz);
}

vec4 pull_east(int direction, int y) {
    int start = row(direction, y);
    return vec4(distributions[start + x].yzw, distributions[start + east].x);
}

void main() {
    fours = distributions_shape.x / 4;
    rows = distributions_shape.y;
    x = int(gl_GlobalInvocationID.x);
    int y = int(gl_GlobalInvocationID.y);
    if (x >= fours || y >= rows) return;
    west = (x > 0 ? x : fours) - 1;
    east = x + 1 < fours ? x + 1 : 0;
    int south = (y > 0 ? y : rows) - 1, north = y + 1 < rows ? y + 1 : 0;

    vec4 f[9];
    f[0] = pull(0, y);
    f[1] = pull_west(1, y);                              // what goes east comes from the west
    f[2] = pull(2, south);
    f[3] = pull_east(3, y);
    f[4] = pull(4, north);
    f[5] = pull_west(5, south);
    f[6] = pull_east(6, south);
    f[7] = pull_east(7, north);
    f[8] = pull_west(8, north);

    uvec4 link = links[row(0, y) + x];
    bool plain = link == uvec4(0u);
    if (!plain) {
        vec4 own[9];
        for (int i = 0; i < 9; i++) own[i] = pull(i, y);
        bounce(f, own, link, velocity);
    }
    vec4 density, ux, uy;
    collide(f, rates, force, density, ux, uy);
    if (!plain) {
        vec4 held[9] = f;
        settle(held, vec4(0.0), vec4(velocity.x), vec4(velocity.y), vec2(1.0), vec2(0.0));
        for (int i = 0; i < 9; i++) f[i] = mix(mix(f[i], held[i], has(link, HELD)), vec4(0.0), has(link, SOLID));
    }
    for (int i = 0; i < 9; i++) result[row(i, y) + x] = f[i];
}
