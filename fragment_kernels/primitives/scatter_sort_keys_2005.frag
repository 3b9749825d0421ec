#version 110
// scatter_sort_keys_2005: what one place of the result looks for: itself, before every element that may go there,
// or behind them all.
//
// Elements are negative texels, of which a Radeon 9700 has 2,048 a side.
uniform float element;       // less than any of them, or greater

void main() {
    gl_FragColor = vec4(gl_FragCoord.yx - 0.5, vec2(element));
}
