#version 430 core
// padded_tile: a tile of 32 x 32 turned over.
layout(local_size_x = 32, local_size_y = 32) in;

uniform int width;
uniform int height;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float tile[32][32];
#define WAIT barrier();

void main() {
    uvec2 lane = gl_LocalInvocationID.xy;
    uvec2 corner = 32u * gl_WorkGroupID.xy;
    uvec2 from = corner + lane;
    uvec2 to = corner.yx + lane;

    tile[lane.y][lane.x] = source[from.y * uint(width) + from.x];
    WAIT
    result[to.y * uint(height) + to.x] = tile[lane.x][lane.y];
}
