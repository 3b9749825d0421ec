// fluid_volume_picture.glsl: smoke seen from the front, in both eras: light absorbed along the line of sight.
// The kernel defines before it
//     float smoke_at(ivec3 cell)         the smoke in a cell; outside the volume that in the nearest one
//     ivec3 smoke_size()                 columns, rows and slices

uniform vec2 cells_per_pixel;
uniform float density;               // how much of the light a cell full of smoke takes

float between(vec2 place, int z) {
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    float upper = mix(smoke_at(ivec3(low, z)), smoke_at(ivec3(low + ivec2(1, 0), z)), part.x);
    float lower = mix(smoke_at(ivec3(low + ivec2(0, 1), z)), smoke_at(ivec3(low + ivec2(1, 1), z)), part.x);
    return mix(upper, lower, part.y);
}

/// The light comes from above on the left. A sample is in shadow as far as there is more smoke towards the
/// light than in it.
vec4 colour_of(ivec2 at) {
    vec2 pixel = vec2(at) + 0.5;
    vec2 place = pixel * cells_per_pixel - 0.5;
    float left = 1.0;                    // of the light from behind
    vec3 seen = vec3(0.0);
    for (int z = 0; z < smoke_size().z; ++z) {
        float thick = between(place, z);
        float shade = 0.5 * density * (between(place - vec2(1.5), z - 1) + between(place - vec2(3.5), z - 2));
        float taken = left * thick * density / (1.0 + thick * density);
        seen += taken * mix(vec3(1.0, 0.93, 0.82), vec3(0.22, 0.24, 0.42), shade / (1.0 + shade));
        left -= taken;
    }
    float height = pixel.y * cells_per_pixel.y / float(smoke_size().y);
    vec3 sky = mix(vec3(0.05, 0.09, 0.22), vec3(0.85, 0.42, 0.30), height * height);
    return vec4(seen + left * sky, 1.0);
}
