#version 330 core
// lift: a vertex takes its own element of a vertex stream, and looks at any texel of a texture stream.
in float height;              // its own element, no other
uniform isampler2D order;
uniform sampler2D table;

flat out float lifted;        // its own element of another vertex stream

void main() {
    int anywhere = texelFetch(order, ivec2(gl_VertexID, 0), 0).r;
    lifted = height + texelFetch(table, ivec2(anywhere, 0), 0).r;
}
