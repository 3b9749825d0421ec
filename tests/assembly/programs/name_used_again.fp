!!ARBfp1.0
# The second read goes where an instruction has read: a node more, only by the name.
TEMP a, s;
TEX a, fragment.texcoord[0], texture[0], 2D;
MUL s, a, program.local[0];
TEX a, fragment.texcoord[1], texture[0], 2D;
ADD result.color, s, a;
END
