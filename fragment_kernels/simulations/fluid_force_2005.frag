#version 110
// fluid_force_2005: what pushes a fluid in one cell's middle: vorticity confinement, and jets.
//
// As it was written for a Radeon 9700: four jets in the columns of matrices, in a loop that is unrolled.
// Behind the last cells nothing flows and nothing turns: what lies there is weighed by 0.
#include "rectangles_2005.glsl"
#include "jets_2005.glsl"

uniform float confinement;
uniform float rate;          // at which a jet takes its fluid to its own velocity
uniform mat4 places;         // of four jets, a column each: left, top, one over the squared radius
uniform mat4 flows;          // their velocities
uniform vec2 velocity_size;  // cells across and down; the library sets it
uniform vec2 velocity_texel; // a texel in texture coordinates; the library sets it
uniform sampler2D velocity;  // across the left face, across the upper face
uniform sampler2D curl;      // at left upper corners

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 behind = here + velocity_texel;
    vec2 more = vec2(lessThan(behind, CORNER(velocity_size)));
    vec2 right = vec2(behind.x, here.y), below = vec2(here.x, behind.y);

    vec4 corners = vec4(texture2D(curl, here).r, more.x * texture2D(curl, right).r,
                        more.y * texture2D(curl, below).r, more.x * more.y * texture2D(curl, behind).r);
    vec4 size = abs(corners);
    vec2 slope = vec2(dot(size, vec4(-0.5, 0.5, -0.5, 0.5)), dot(size, vec4(-0.5, -0.5, 0.5, 0.5)));
    vec2 uphill = slope / (length(slope) + 1.0);      // softly, where there is hardly a slope
    float turning = confinement * dot(corners, vec4(0.25));
    vec2 push = turning * vec2(uphill.y, -uphill.x);

    vec2 next = vec2(texture2D(velocity, right).x, texture2D(velocity, below).y);
    vec2 flow = 0.5 * (texture2D(velocity, here).xy + (more * next));
    vec2 middle = SHARE(here, velocity_size) * velocity_size;
    for (int jet = 0; jet < 4; jet++) {
        push += rate * jet_share(places[jet], middle) * (flows[jet].xy - flow);
    }
    gl_FragColor = vec4(push, 0.0, 0.0);
}
