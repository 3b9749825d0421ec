#version 110
// nbody_2005: the acceleration of one body by a block of bodies, added to what it has.
//
// For a GeForce 6800, the first card whose fragments loop. Its loops end after 255 turns, so that one goes
// along the rows of a block and one along its columns; a fragment may run 65,536 instructions, some fifteen
// per pull, so that blocks are of 2,048 bodies. A texture is read by coordinates: along a row they are
// texels apart, and no index is ever divided.
#include "rectangles_2005.glsl"

uniform float softening;             // its square, in squares of length
uniform vec2 first;                  // texel centre of the block's first body
uniform float columns;               // of the block
uniform float rows;
uniform sampler2D position;          // and in the fourth channel the mass
uniform sampler2D acceleration;
uniform vec2 position_texel;         // a texel in texture coordinates

/// The acceleration that a body gives. It gives itself none, for there is no way to go; the least of squares
/// keeps the inverse finite there.
vec3 pull_of(vec4 body, vec3 place) {
    vec3 way = body.xyz - place;
    float inverse = inversesqrt(max(dot(way, way) + softening, 1e-24));
    return way * (body.w * inverse * inverse * inverse);
}

void main() {
    vec3 place = texture2D(position, gl_TexCoord[0].xy).xyz;
    vec3 sum = vec3(0.0);
    for (float row = 0.0; row < rows; row += 1.0) {
        for (float column = 0.0; column < columns; column += 1.0) {
            vec2 centre = first + vec2(column, row);
            sum += pull_of(texture2D(position, centre * position_texel), place);
        }
    }
    gl_FragColor = texture2D(acceleration, gl_TexCoord[0].xy) + vec4(sum, 0.0);
}
