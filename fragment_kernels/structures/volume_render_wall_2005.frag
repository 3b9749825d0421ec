#version 110
// volume_render_wall_2005: one pixel of a picture of a volume: its light, before a dark wall.
#include "rectangles_2005.glsl"

uniform vec2 output_size;        // texels of the picture; the library sets it
uniform sampler2D light;         // and in the fourth channel how much of the wall comes through

void main() {
    vec2 place = ((gl_FragCoord.xy / output_size) * 2.0) - 1.0;
    vec3 wall = mix(vec3(0.09, 0.11, 0.16), vec3(0.01, 0.01, 0.02), clamp(length(place) * 0.7, 0.0, 1.0));
    vec4 state = texture2D(light, gl_TexCoord[0].xy);
    gl_FragColor = vec4(clamp(state.rgb + (state.w * wall), 0.0, 1.0), 1.0);
}
