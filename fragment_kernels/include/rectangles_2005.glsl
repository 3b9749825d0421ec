// rectangles_2005.glsl: where streams lie in rectangle textures, sampler2D and texture2D are those.
//
// A GeForce FX has floats in rectangles alone. A rectangle's coordinates are texels; those of other textures are
// parts of the whole, from 0 to 1. gl_TexCoord[0] and <stream>_texel come in either, so that most kernels hold
// for both. What remains is in the five words below. The library defines RECTANGLES.

#ifdef RECTANGLES
#define sampler2D sampler2DRect
#define texture2D texture2DRect
#define CORNER(size) (size)                          /* the coordinate of the far corner */
#define TEXELS(place, size) (place)                  /* texels from the near corner to a coordinate */
#define PLACE(texels, size) (texels)                 /* and the coordinate so many texels on */
#define SHARE(place, size) ((place) * (1.0 / (size)))    /* how much of the way to the far corner */
#define WRAPPED(place, size) mod(place, size)        /* a coordinate on a torus */
#else
#define CORNER(size) vec2(1.0)
#define TEXELS(place, size) ((place) * (size))
#define PLACE(texels, size) ((texels) / (size))
#define SHARE(place, size) (place)
#define WRAPPED(place, size) fract(place)
#endif
