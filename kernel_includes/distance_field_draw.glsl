// distance_field_draw.glsl: the colour of a cell of a Voronoi picture, in both eras. The kernel defines
// before it
//     uint seed_at(ivec2 cell)           the nearest seed; behind the last column and row that of the last
//     uint mark_of(uint seed)            its number

/// By the number of its seed, darker away from it, with rings; white at the seed, dark at the border between
/// two regions.
vec4 colour_of(uint mark, float square, bool border) {
    float hue = float(mark) * 0.61803399;
    vec3 colour = 0.62 + 0.34 * cos(6.2831853 * (hue + vec3(0.0, 0.18, 0.40)));
    float away = sqrt(square);
    colour *= (0.55 + 0.45 * exp(-0.03 * away)) * (0.94 + 0.06 * cos(0.8 * away));
    colour = border ? 0.25 * colour : colour;
    return vec4(mix(vec3(1.0), colour, clamp(away - 1.5, 0.0, 1.0)), 1.0);
}

/// The same of a cell, black where there is no seed.
vec4 region_at(ivec2 at, int width) {
    uint seed = seed_at(at);
    if (seed == NOWHERE) return vec4(0.0, 0.0, 0.0, 1.0);
    bool border = seed_at(at + ivec2(1, 0)) != seed || seed_at(at + ivec2(0, 1)) != seed;
    return colour_of(mark_of(seed), float(squared(seed, at, width)), border);
}
