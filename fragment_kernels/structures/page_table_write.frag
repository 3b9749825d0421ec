#version 330 core
// page_table_write: the value that a point has brought to its place in the memory of pages.
flat in float value;

layout(location = 0) out float memory;

void main() {
    memory = value;
}
