!!ARBfp1.0
# KIL of what was computed is a dependent texture instruction.
TEMP a, t;
TEX a, fragment.texcoord[0], texture[0], 2D;
SUB t, a, program.env[3];
KIL t;
MOV result.color, a;
END
