!!ARBfp1.0
# One thing by several names counts once.
TEMP used;
ALIAS also = used;
PARAM rows[4] = { state.matrix.mvp };
MOV used, fragment.color.primary;
ADD also, used, fragment.color;
ADD also, used, state.material.ambient;
ADD also, used, state.material.front.ambient;
DP4 also.x, used, rows[0];
DP4 also.y, used, rows[1];
DP4 also.z, used, rows[2];
DP4 also.w, used, rows[3];
ADD also, used, state.matrix.mvp.row[2];
MOV result.color, used;
END
