!!ARBfp1.0
# Each read says where the next one is.
TEMP p;
TEX p, fragment.texcoord[0], texture[0], RECT;
TEX p, p, texture[0], RECT;
TEX p, p, texture[0], RECT;
TEX p, p, texture[0], RECT;
MOV result.color, p;
END
