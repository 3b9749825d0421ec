// heat.glsl: the colour of a temperature, in both eras.

/// From dark blue at 0 over violet and orange to nearly white at 1.
vec3 glow(float temperature) {
    vec3 cold = mix(vec3(0.02, 0.02, 0.14), vec3(0.56, 0.08, 0.46), smoothstep(0.0, 0.35, temperature));
    vec3 warm = mix(vec3(0.98, 0.45, 0.10), vec3(1.00, 0.98, 0.78), smoothstep(0.55, 1.0, temperature));
    return mix(cold, warm, smoothstep(0.2, 0.65, temperature));
}
