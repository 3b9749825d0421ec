#version 330 core
// lattice_boltzmann: one step of one cell: it pulls what its neighbours sent, and lets it collide.
//
// Nine distributions fill three texels: along the axes, along the diagonals, and the one that rests. Beside
// that one three channels are free: they take the density and the velocity, which pictures and checks then need
// not sum up again.
#include "stream.glsl"
#include "lattice_boltzmann_step.glsl"

uniform ivec4 output_shape;          // columns and rows; the library sets it
uniform usampler2D links;
uniform sampler2D axes;              // 1 2 3 4
uniform sampler2D diagonals;         // 5 6 7 8
uniform sampler2D rests;             // 0, density less 1, velocity

layout(location = 0) out vec4 new_axes;
layout(location = 1) out vec4 new_diagonals;
layout(location = 2) out vec4 new_rests;

void main() {
    ivec2 size = output_shape.xy;
    int x = here().x, y = here().y;
    Beside to = beside(x, y, size);

    float f[9];
    f[0] = here(rests).x;
    f[1] = fetch(axes, ivec2(to.west, y)).x;                // what goes east comes from the west
    f[2] = fetch(axes, ivec2(x, to.south)).y;
    f[3] = fetch(axes, ivec2(to.east, y)).z;
    f[4] = fetch(axes, ivec2(x, to.north)).w;
    f[5] = fetch(diagonals, ivec2(to.west, to.south)).x;
    f[6] = fetch(diagonals, ivec2(to.east, to.south)).y;
    f[7] = fetch(diagonals, ivec2(to.east, to.north)).z;
    f[8] = fetch(diagonals, ivec2(to.west, to.north)).w;

    uint link = here(links).x;
    if (link != 0u) {
        vec4 a = here(axes), d = here(diagonals);
        bounce(f, float[](f[0], a.x, a.y, a.z, a.w, d.x, d.y, d.z, d.w), link, velocity);
    }
    vec3 moments = finish(f, link);
    float fluid = has(link, SOLID) ? 0.0 : 1.0;
    new_axes = fluid * vec4(f[1], f[2], f[3], f[4]);
    new_diagonals = fluid * vec4(f[5], f[6], f[7], f[8]);
    new_rests = fluid * vec4(f[0], moments);
}
