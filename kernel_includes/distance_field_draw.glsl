// distance_field_draw.glsl: the colour of a cell of a Voronoi picture, in both eras.

/// By the number of its seed, darker away from it, with rings; white at the seed, dark at the border between two regions.
vec4 colour_of(uint mark, float square, bool border) {
    float hue = float(mark) * 0.61803399;
    vec3 colour = 0.62 + 0.34 * cos(6.2831853 * (hue + vec3(0.0, 0.18, 0.40)));
    float away = sqrt(square);
    colour *= (0.55 + 0.45 * exp(-0.03 * away)) * (0.94 + 0.06 * cos(0.8 * away));
    colour = border ? 0.25 * colour : colour;
    return vec4(mix(vec3(1.0), colour, clamp(away - 1.5, 0.0, 1.0)), 1.0);
}
