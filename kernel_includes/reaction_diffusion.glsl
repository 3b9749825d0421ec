// reaction_diffusion.glsl: the two substances of a cell a step later, in both eras: they spread to the four
// neighbours, and react.

uniform vec2 spread;                 // of either: the share of a difference that crosses in a step
uniform float feed;                  // of U, for each step
uniform float loss;                  // of V, for each step
uniform float rate;                  // of the reaction, for each step

/// `around` is the sum over the four neighbours.
vec2 later_than(vec2 now, vec2 around) {
    float reacts = rate * now.x * now.y * now.y;             // U + 2 V -> 3 V
    vec2 change = vec2(feed * (1.0 - now.x) - reacts, reacts - loss * now.y);
    return now + spread * (around - 4.0 * now) + change;
}
