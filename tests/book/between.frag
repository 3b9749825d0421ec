#version 330 core
// between: the mean of a slice's two neighbours, of a volume that lies as a stack of slices.
#include "stream.glsl"

uniform sampler2D below;
uniform sampler2D above;

layout(location = 0) out float result;

void main() { result = 0.5 * (here(below).r + here(above).r); }
