#version 330 core
// count: one for each point; the blending adds them up.
layout(location = 0) out float result;

void main() { result = 1.0; }
