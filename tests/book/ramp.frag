#version 330 core
// ramp: a fragment takes its own element of the fragment stream, and writes its own texel of the target.
in float across;
layout(location = 0) out float result;

void main() { result = across; }
