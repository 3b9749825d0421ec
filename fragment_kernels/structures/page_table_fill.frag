#version 330 core
// page_table_fill: one cell of a page that has just been mapped: what it read before.
flat in float value;

layout(location = 0) out float memory;

void main() {
    memory = value;
}
