#version 110
// fluid_volume_pressure_2005: one sweep of Jacobi's iteration for the pressure of one cell of a volume.
//
// As it was written for a Radeon 9700: behind a wall a cell sees itself, and adds nothing to what its neighbours
// ask of it.
#include "rectangles_2005.glsl"
#include "fluid_volume_2005.glsl"

uniform float weight;            // how far a cell goes towards what its neighbours ask of it
uniform sampler2D source;        // the pressure
uniform sampler2D divergence;

float pressure(float across, float down) { return texture2D(source, vec2(across, down) * source_texel).r; }

void main() {
    vec2 at = gl_FragCoord.xy, tile = tile_of(at), first = first_of(tile);
    vec2 one = max(at - 1.0, first), next = min(at + 1.0, first + source_shape.xy - 1.0);
    vec2 front = at + to_front(tile), back = at + to_back(tile);
    float now = pressure(at.x, at.y);
    float sum = pressure(one.x, at.y) + pressure(next.x, at.y) + pressure(at.x, one.y) + pressure(at.x, next.y);
    sum += pressure(front.x, front.y) + pressure(back.x, back.y);
    float open = dot(next - one, vec2(1.0)) + (front == at ? 0.0 : 1.0) + (back == at ? 0.0 : 1.0);
    sum -= (6.0 - open) * now;
    float asked = (sum - texture2D(divergence, gl_TexCoord[0].xy).r) / max(open, 1.0);
    gl_FragColor = vec4(mix(now, asked, weight));
}
