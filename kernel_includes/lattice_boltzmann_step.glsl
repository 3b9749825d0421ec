// lattice_boltzmann_step.glsl: the step of one cell, in both eras: where its neighbours are, and what it does
// when it has pulled from them.
#define CELLS float
#define LINKS uint
#include "lattice_boltzmann.glsl"

uniform vec2 rates;                  // of relaxation: of means, of differences
uniform vec2 force;                  // on every cell
uniform vec2 velocity;               // of walls that slide, and of fluid that is held

/// Columns and rows beside a cell: behind the last comes the first.
struct Beside { int west, east, south, north; };

Beside beside(int x, int y, ivec2 size) {
    return Beside((x > 0 ? x : size.x) - 1, x + 1 < size.x ? x + 1 : 0, (y > 0 ? y : size.y) - 1, y + 1 < size.y ? y + 1 : 0);
}

/// The collision; fluid that is held comes to its equilibrium at once. Gives the density and the velocity
/// that pictures show.
vec3 finish(inout float f[9], uint link) {
    float density;
    vec2 flow;
    collide(f, rates, force, density, flow.x, flow.y);
    if (has(link, HELD)) {
        density = 0.0;
        flow = velocity;
        settle(f, density, flow.x, flow.y, vec2(1.0), vec2(0.0));
    }
    return vec3(density, flow);
}
