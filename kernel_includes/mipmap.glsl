// mipmap.glsl: a level of a texture from the one below, in both eras.
//
// A level has half as many texels along each side as the one below, rounded down, and at least one. A texel is
// the mean of the area that it covers: of 2x2 texels, or, where a side is odd, of three along it, the outer two
// in part. So the mean of all is that of the level below, whatever the size (Guthe and Heckbert, Non-Power-of-Two
// Mipmapping, 2005).

uniform sampler2D levels;
uniform int below;                   // the level that is read

/// The texels that one texel covers along a side of so many texels.
int taps(int side) { return side == 1 ? 1 : 2 + (side & 1); }

/// The part of the whole that each of them has, for the texel at `at`.
vec3 parts(int at, int side) {
    int half_side = side / 2;
    if (side == 1) return vec3(1.0, 0.0, 0.0);
    if (side == 2 * half_side) return vec3(0.5, 0.5, 0.0);
    return vec3(half_side - at, half_side, at + 1) / float(side);
}

vec4 mean(ivec2 at) {
    ivec2 size = textureSize(levels, below);
    vec3 across = parts(at.x, size.x), down = parts(at.y, size.y);
    vec4 sum = vec4(0.0);
    for (int y = 0; y < taps(size.y); ++y) {
        vec4 row = vec4(0.0);
        for (int x = 0; x < taps(size.x); ++x)
            row += across[x] * texelFetch(levels, 2 * at + ivec2(x, y), below);
        sum += down[y] * row;
    }
    return sum;
}
