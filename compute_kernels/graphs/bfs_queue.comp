#version 430 core
// bfs_queue: between two levels: the queue's size as groups and as a number, and a new count from 0.
//
// The host need not know the size: the device launches as many groups as the stream says.
layout(local_size_x = 1) in;

layout(std430, binding = 0) buffer Found { uint found[]; };
layout(std430, binding = 1) writeonly buffer Size { uint size[]; };

void main() {
    uint groups = (found[0] + 63u) / 64u;             // of bfs.comp
    uint rows = (groups / 65535u) + 1u;                // no more than 65,535 in a row
    size[0] = (groups + rows - 1u) / rows;
    size[1] = rows;
    size[2] = 1u;
    size[3] = found[0];
    found[0] = 0u;
}
