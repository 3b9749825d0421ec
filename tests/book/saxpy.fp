!!ARBfp1.0
# saxpy: a times x, and y.
# run: size 4x1
# run: image texture[0]=index:4x1
# run: image texture[1]=index:4x1
# run: uniform program.local[0]=[10,10,10,10]
# run: expect result.color=[0,0,0,0, 11,0,0,0, 22,0,0,0, 33,0,0,0]
PARAM a = program.local[0];
TEMP x, y;
TEX x, fragment.position, texture[0], RECT;
TEX y, fragment.position, texture[1], RECT;
MAD result.color, a, x, y;
END
