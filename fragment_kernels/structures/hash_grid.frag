#version 330 core
// hash_grid: the bucket of one point, by which the points are sorted, and the point's number.
#include "stream.glsl"
#include "hash_grid.glsl"

uniform sampler2D position;

layout(location = 0) out uvec2 result;

void main() {
    result = uvec2(bucket_of(cell_of(fetch(position, element()).xyz)), element());
}
