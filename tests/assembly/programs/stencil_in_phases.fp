!!ARBfp1.0
# The same nine reads in two nodes: all addresses, all reads, all sums.
TEMP s, t0, t1, t2, t3, t4, t5, t6, t7;
ADD t0, fragment.texcoord[0], program.local[0];
ADD t1, fragment.texcoord[0], program.local[1];
ADD t2, fragment.texcoord[0], program.local[2];
ADD t3, fragment.texcoord[0], program.local[3];
ADD t4, fragment.texcoord[0], program.local[4];
ADD t5, fragment.texcoord[0], program.local[5];
ADD t6, fragment.texcoord[0], program.local[6];
ADD t7, fragment.texcoord[0], program.local[7];
TEX s, fragment.texcoord[0], texture[0], 2D;
TEX t0, t0, texture[0], 2D;
TEX t1, t1, texture[0], 2D;
TEX t2, t2, texture[0], 2D;
TEX t3, t3, texture[0], 2D;
TEX t4, t4, texture[0], 2D;
TEX t5, t5, texture[0], 2D;
TEX t6, t6, texture[0], 2D;
TEX t7, t7, texture[0], 2D;
ADD s, s, t0;
ADD s, s, t1;
ADD s, s, t2;
ADD s, s, t3;
ADD s, s, t4;
ADD s, s, t5;
ADD s, s, t6;
ADD s, s, t7;
MUL result.color, s, 0.111;
END
