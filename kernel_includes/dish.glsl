// dish.glsl: the colours of a reaction's dish, in both eras.

/// A colour for how much of V there is, lit from the side by how it grows there.
vec3 colour_of(float v, vec2 slope) {
    const vec3 DEEP = vec3(0.03, 0.05, 0.16), SEA = vec3(0.04, 0.42, 0.56), FOAM = vec3(0.98, 0.80, 0.47), CORAL = vec3(0.94, 0.32, 0.30);
    vec3 colour = mix(DEEP, SEA, smoothstep(0.02, 0.16, v));
    colour = mix(colour, FOAM, smoothstep(0.14, 0.26, v));
    colour = mix(colour, CORAL, smoothstep(0.26, 0.40, v));
    vec3 upward = normalize(vec3(-10.0 * slope, 1.0));
    float lit = max(dot(upward, normalize(vec3(-0.5, -0.6, 0.8))), 0.0);
    return clamp(colour * (0.55 + 0.6 * lit) + 0.35 * pow(lit, 24.0) * smoothstep(0.1, 0.2, v), 0.0, 1.0);
}
