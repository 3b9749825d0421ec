!!ARBfp1.0
# Nine reads, each address computed right before it: a node for each.
TEMP s, t, a;
TEX s, fragment.texcoord[0], texture[0], 2D;
ADD t, fragment.texcoord[0], program.local[0];
TEX a, t, texture[0], 2D;
ADD s, s, a;
ADD t, fragment.texcoord[0], program.local[1];
TEX a, t, texture[0], 2D;
ADD s, s, a;
ADD t, fragment.texcoord[0], program.local[2];
TEX a, t, texture[0], 2D;
ADD s, s, a;
ADD t, fragment.texcoord[0], program.local[3];
TEX a, t, texture[0], 2D;
ADD s, s, a;
ADD t, fragment.texcoord[0], program.local[4];
TEX a, t, texture[0], 2D;
ADD s, s, a;
ADD t, fragment.texcoord[0], program.local[5];
TEX a, t, texture[0], 2D;
ADD s, s, a;
ADD t, fragment.texcoord[0], program.local[6];
TEX a, t, texture[0], 2D;
ADD s, s, a;
ADD t, fragment.texcoord[0], program.local[7];
TEX a, t, texture[0], 2D;
ADD s, s, a;
MUL result.color, s, 0.111;
END
