#version 110
// ray_grid_light_2005: the light of what one ray has met, added to its pixel, and what waits for the lamp to
// be in sight.
//
// It takes all of a Radeon 9700's 64 arithmetic slots: what else changes where a ray ends is for other
// passes.
#include "rectangles_2005.glsl"
#include "ray_grid_2005.glsl"
#include "ray_grid_surface_2005.glsl"

uniform float power;                 // of the lamp
uniform sampler2D light;

/// Light that comes from everywhere, as a share of a surface's colour.
const float AMBIENT = 0.14;

/// What a ray sees that leaves the scene.
vec3 sky(vec3 way) { return mix(vec3(0.75, 0.72, 0.68), vec3(0.28, 0.42, 0.70), clamp((way.y * 0.5) + 0.5, 0.0, 1.0)); }

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 start = texture2D(origin, here), waits = texture2D(pending, here), now = texture2D(meeting, here);
    vec3 way = texture2D(direction, here).xyz;
    meet(start, way, waits.a, now);
    bool looking = looks(start.w), met = now.z >= 0.0, shines = surface.w == 1.0, scatters = looking && met && !shines;
    vec3 colour = waits.a * (1.0 - mirrored) * surface.rgb;
    vec3 seen = met ? (shines ? waits.a * surface.rgb : colour * AMBIENT) : waits.a * sky(way);
    vec3 asked = met ? vec3(0.0) : waits.rgb;      // nothing was in the way to the lamp
    vec4 waiting = vec4(colour * (falling * power / to_lamp_squared), next_share);
    gl_FragData[0] = scatters ? waiting : waits;
    gl_FragData[1] = vec4(texture2D(light, here).rgb + (looking ? seen : asked), 0.0);
}
