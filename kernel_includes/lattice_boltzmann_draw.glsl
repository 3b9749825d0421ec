// lattice_boltzmann_draw.glsl: the colour of one pixel from the cells around it, in both eras.
//
// A kernel says before how a cell is read: field_at(cell) and wall_at(cell).

/// How fast a cell's fluid turns, to the left where positive: central differences, one-sided at the border.
float spin_at(ivec2 cell, ivec2 size) {
    ivec2 low = max(cell - 1, ivec2(0)), high = min(cell + 1, size - 1);
    vec2 span = vec2(max(high - low, ivec2(1)));
    float across = field_at(ivec2(high.x, cell.y)).w - field_at(ivec2(low.x, cell.y)).w;
    float up = field_at(ivec2(cell.x, high.y)).z - field_at(ivec2(cell.x, low.y)).z;
    return across / span.x - up / span.y;
}

/// Still fluid is midnight blue; what turns left glows like embers, what turns right like ice.
vec3 colour_of(float spin) {
    float strength = min(abs(spin), 1.0);
    vec3 middle = spin > 0.0 ? vec3(0.93, 0.33, 0.10) : vec3(0.06, 0.50, 0.80);
    vec3 end = spin > 0.0 ? vec3(1.0, 0.94, 0.62) : vec3(0.82, 0.98, 1.0);
    vec3 lower = mix(vec3(0.035, 0.045, 0.11), middle, min(2.0 * strength, 1.0));
    return mix(lower, end, max(2.0 * strength - 1.0, 0.0));
}

/// The pixel's colour: spins and walls of the four nearest cells, each by how near it is.
vec4 colour_at(ivec2 pixel, ivec2 picture, ivec2 size, float brightest) {
    vec2 place = (vec2(pixel) + 0.5) / vec2(picture);
    vec2 at = vec2(place.x, 1.0 - place.y) * vec2(size) - 0.5;            // row 0 is the picture's top, and the lattice's lowest
    ivec2 corner = ivec2(floor(at));
    vec2 part = at - floor(at);
    float spin = 0.0, wall = 0.0;
    for (int i = 0; i < 4; i++) {
        ivec2 side = ivec2(i & 1, i >> 1);
        vec2 near = mix(1.0 - part, part, vec2(side));
        ivec2 cell = clamp(corner + side, ivec2(0), size - 1);
        spin += near.x * near.y * spin_at(cell, size);
        wall += near.x * near.y * wall_at(cell);
    }
    return vec4(mix(colour_of(spin / brightest), vec3(0.62, 0.60, 0.56), smoothstep(0.3, 0.7, wall)), 1.0);
}
