// boids_sky.glsl: the colour of an evening sky, and how a distant thing fades into it.

/// The sky at a place of the picture: 0 to 1 from the left and from the top.
vec3 sky(vec2 at) {
    vec3 high = vec3(0.14, 0.25, 0.52), middle = vec3(0.55, 0.58, 0.74), low = vec3(1.0, 0.74, 0.52);
    vec3 colour = mix(mix(high, middle, smoothstep(0.0, 0.6, at.y)), low, smoothstep(0.45, 1.0, at.y));
    vec2 sun = (at - vec2(0.76, 0.86)) * vec2(1.0, 1.25);
    float glow = 1.0 / (1.0 + 60.0 * dot(sun, sun));
    return min(colour + glow * vec3(0.45, 0.32, 0.12), 1.0);
}
