// gather.glsl: reading any element of a stream by its index, in both eras.
//
// A stream is a texture; element i lies in row i / width, column i % width. `texelFetch` reads exactly that
// texel: no filter, no wrap.

/// The pointer to no element.
const uint NOWHERE = 0xffffffffu;

ivec2 place(int i, int width) {
    int row = i / width;
    return ivec2(i - row * width, row);
}

vec4  fetch( sampler2D stream, int i) { return texelFetch(stream, place(i, textureSize(stream, 0).x), 0); }
ivec4 fetch(isampler2D stream, int i) { return texelFetch(stream, place(i, textureSize(stream, 0).x), 0); }
uvec4 fetch(usampler2D stream, int i) { return texelFetch(stream, place(i, textureSize(stream, 0).x), 0); }

vec4  fetch( sampler2D stream, ivec2 texel) { return texelFetch(stream, texel, 0); }
ivec4 fetch(isampler2D stream, ivec2 texel) { return texelFetch(stream, texel, 0); }
uvec4 fetch(usampler2D stream, ivec2 texel) { return texelFetch(stream, texel, 0); }

// A stream in one row (`Layout::Row`) needs no translation.
vec4  fetch( sampler1D stream, int i) { return texelFetch(stream, i, 0); }
ivec4 fetch(isampler1D stream, int i) { return texelFetch(stream, i, 0); }
uvec4 fetch(usampler1D stream, int i) { return texelFetch(stream, i, 0); }
