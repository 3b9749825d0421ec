#version 110
// bfs_start_2005: the mark of the node that the search starts from; every other fragment is
// discarded.
uniform vec2 source;         // its texel

void main() {
    if (gl_FragCoord.xy - 0.5 != source) discard;
    gl_FragColor = vec4(1.0);
}
