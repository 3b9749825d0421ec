#version 110
// workgroups_2005: one pixel of the picture of local and group ids, which a fragment does not have.
//
// Without integers a remainder is a fraction: what is left of a place, counted in groups. A side of
// 16 is a power of two, so both parts are exact in any card's floats.
const float GROUP = 16.0;    // pixels along a side of a square

void main() {
    vec2 place = gl_FragCoord.xy / GROUP;             // in groups; a pixel is at its centre
    vec2 local = (fract(place) * GROUP) - 0.5;
    vec2 group = fract(floor(place) / 4.0) * 4.0;     // the remainder of 4 groups each way
    gl_FragColor = vec4(local, group.x + (4.0 * group.y), 15.0) / 15.0;
}
