// fluid_picture.glsl: the colour of a place in the fluid, in both eras. The kernel defines before it
//     vec4 at(ivec2 cell)                the dye, and in the fourth channel whether it is a wall
// where a cell outside the grid is as the nearest one in it.

uniform vec2 cells_per_pixel;

/// Dye on a dark ground, walls in grey.
vec4 colour_of(ivec2 pixel) {
    vec2 place = (vec2(pixel) + 0.5) * cells_per_pixel - 0.5;
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    vec4 upper = mix(at(low), at(low + ivec2(1, 0)), part.x);
    vec4 lower = mix(at(low + ivec2(0, 1)), at(low + ivec2(1, 1)), part.x);
    vec4 seen = mix(upper, lower, part.y);
    vec3 light = mix(vec3(0.02, 0.03, 0.07) + seen.rgb, vec3(0.55, 0.57, 0.62), seen.a);
    return vec4(clamp(light, 0.0, 1.0), 1.0);
}
