#version 110
// multigrid_restrict_2005: the residual of one level as the right-hand side of the next, one coarse cell.
//
// The mean of nine residuals, weighted 1 2 1 along either axis, four times, since coarse cells are twice as wide.
// All nine lie inside the level. A card that filters floats needs four reads, between the cells; a Radeon 9700 has
// none of this, and reads all.
#include "rectangles_2005.glsl"

uniform vec2 residual_texel;   // a texel in texture coordinates; the library sets it
uniform sampler2D residual;

float cell(float across, float up) { return texture2D(residual, vec2(across, up) * residual_texel).r; }

void main() {
    vec2 at = (2.0 * gl_FragCoord.xy) + 0.5;    // the middle of the fine cell that is this one
    vec2 one = at - 1.0, other = at + 1.0;
    float sides = cell(one.x, at.y) + cell(other.x, at.y) + cell(at.x, one.y) + cell(at.x, other.y);
    float corners = cell(one.x, one.y) + cell(other.x, one.y) + cell(one.x, other.y) + cell(other.x, other.y);
    gl_FragColor = vec4(cell(at.x, at.y) + (0.5 * sides) + (0.25 * corners));
}
