!!ARBfp1.0
# Three hops along a list: each texel says where the next one is.
# run: size 4x1
# run: image texture[0]=index:4x1
PARAM half = { 0.5, 0.5, 0, 0 };
TEMP at;
MOV at, fragment.position;
TEX at, at, texture[0], RECT;
ADD at, at, half;
TEX at, at, texture[0], RECT;
ADD at, at, half;
TEX at, at, texture[0], RECT;
MOV result.color, at;
END
