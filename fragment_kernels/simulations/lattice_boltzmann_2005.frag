#version 110
// lattice_boltzmann_2005: one cell whose distributions have arrived lets them collide.
//
// Four channels collide at once: those that fly apart are two channels apart. Nine distributions fill three
// texels, and a Radeon 9700 writes four; in the third are three channels for the density and the velocity,
// which pictures then need not sum up.
#include "rectangles_2005.glsl"

uniform vec2 rates;                  // of relaxation: of means, of differences
uniform vec2 force;                  // on every cell
uniform vec2 velocity;               // of fluid that is held
uniform sampler2D axes;              // as they arrived
uniform sampler2D diagonals;
uniform sampler2D rests;
uniform sampler2D kinds;             // -1 is a wall, 0 fluid, 1 fluid that is held

/// What a vector is along the four axes, and along the four diagonals.
vec4 along_axes(vec2 v) { return vec4(v, -v); }
vec4 along_diagonals(vec2 v) { return vec4(v.x + v.y, v.y - v.x, -v.x - v.y, v.x - v.y); }

/// Four distributions nearer to equilibrium: means by the first rate, differences by the second.
vec4 settled(vec4 f, vec4 along, float base, float weight, vec2 rate, vec4 push) {
    vec4 even = (weight * (base + (4.5 * along * along))) - (0.5 * (f + f.zwxy));
    vec4 odd = (3.0 * weight * along) - (0.5 * (f - f.zwxy));
    return f + (rate.x * even) + (rate.y * odd) + (weight * push);
}

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 a = texture2D(axes, here), d = texture2D(diagonals, here);
    float rest = texture2D(rests, here).x, kind = texture2D(kinds, here).x;
    float density = rest + dot(a, vec4(1.0)) + dot(d, vec4(1.0));
    vec2 flow = (a.xy - a.zw) + (d.xx - d.zz) + vec2(d.w - d.y, d.y - d.w) + (0.5 * force);
    bool held = kind > 0.5;          // comes to its equilibrium at once
    density = held ? 0.0 : density;
    flow = held ? velocity : flow;
    vec2 rate = held ? vec2(1.0) : rates, push = held ? vec2(0.0) : (3.0 - (1.5 * rates.y)) * force;
    float base = density - (1.5 * dot(flow, flow)), fluid = kind < -0.5 ? 0.0 : 1.0;
    rest += rate.x * (((4.0 / 9.0) * base) - rest);
    gl_FragData[0] = fluid * settled(a, along_axes(flow), base, 1.0 / 9.0, rate, along_axes(push));
    gl_FragData[1] = fluid * settled(d, along_diagonals(flow), base, 1.0 / 36.0, rate, along_diagonals(push));
    gl_FragData[2] = fluid * vec4(rest, density, flow);
}
