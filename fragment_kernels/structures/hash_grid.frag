#version 330 core
// hash_grid: the bucket of one point: what the points are sorted by.
#include "stream.glsl"
#include "hash_grid.glsl"

uniform sampler2D position;

layout(location = 0) out uint result;

void main() {
    result = uint(bucket_of(cell_of(fetch(position, element()).xyz)));
}
