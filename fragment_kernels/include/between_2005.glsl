// between_2005.glsl: a value between four texels, weighed by hand: cards of 2002 to 2004 filter no textures
// of floats.
#include "rectangles_2005.glsl"

/// What a field has that far away from the middle of a texel, both in texels. The weights come from the way
/// alone: of a place among 2,048 texels a number of 17 bits has few behind the point.
vec4 between(sampler2D field, vec2 texel, vec2 middle, vec2 away) {
    vec2 part = fract(away);
    vec2 low = (middle + (away - part)) * texel;
    vec2 high = low + texel;
    vec4 upper = mix(texture2D(field, low), texture2D(field, vec2(high.x, low.y)), part.x);
    vec4 lower = mix(texture2D(field, vec2(low.x, high.y)), texture2D(field, high), part.x);
    return mix(upper, lower, part.y);
}
