// Five hops along a list: each texel holds the place of the next.
uniform sampler2D next;
varying vec2 start;
void main() {
    vec2 place = start;
    for (int hop = 0; hop < 5; hop++) {
        place = texture2D(next, place).xy;
    }
    gl_FragColor = vec4(place, 0.0, 1.0);
}
