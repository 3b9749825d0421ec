!!ARBfp1.0
# Two reads in one node.
TEMP a, b;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b, fragment.texcoord[1], texture[1], 2D;
ADD result.color, a, b;
END
