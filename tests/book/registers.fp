!!FP1.0
# Twice the smaller of each number and a limit.
# run: size 4x1
# run: image TEX0=index:4x1
# run: uniform limit=[2000,0,0,0]
# run: expect o[COLR]=[0,0,0,0, 1366,1366,1366,1366, 2732,2732,2732,2732, 4000,4000,4000,4000]
DECLARE limit;
DEFINE step = 683.25;
TEX R0.x, f[WPOS], TEX0, RECT;
MUL R0.x, R0.x, step;
SUBC RC.x, R0.x, limit.x;
MOVH H0.x, R0.x;
MOVH H0.x (GT.x), limit.x;
ADD R1.x, H0.x, H0.x;
MOV o[COLR], R1.x;
END
