// photon_tone.glsl: the colour on a screen for a radiance, in both eras: bright light bends towards white as
// film does.

uniform float exposure;

/// Narkowicz's curve for ACES, 2015, and the screen's gamma.
vec3 tone(vec3 radiance) {
    vec3 x = exposure * radiance;
    vec3 bent = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return pow(clamp(bent, 0.0, 1.0), vec3(1.0 / 2.2));
}
