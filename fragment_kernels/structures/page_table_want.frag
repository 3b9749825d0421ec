#version 330 core
// page_table_want: the mark of a virtual page that a point lies at: it is wanted.
#include "page_table.glsl"

layout(location = 0) out uint wants;

void main() {
    wants = WANTED;
}
