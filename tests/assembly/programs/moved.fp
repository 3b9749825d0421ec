!!ARBfp1.0
# An address that is computed begins a node.
TEMP at, a;
ADD at, fragment.texcoord[0], program.local[0];
TEX a, at, texture[0], 2D;
MOV result.color, a;
END
