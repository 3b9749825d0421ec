#version 330 core
// scatter_route: the index of an element in one slot of the cell that its point covers.
//
// The point asks for every slot of the cell. The stencil test lets it into one, the first that is free, and
// closes that one.
flat in uint pointer;

layout(location = 0) out uint lists;

void main() {
    lists = pointer;
}
