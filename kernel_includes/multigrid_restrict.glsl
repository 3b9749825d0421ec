// multigrid_restrict.glsl: the residual of a level, restricted to the next: one stencil, in both eras.
//
// The residuals are not stored. The mean of nine, weighted 1 2 1 along either axis, each of five cells of x,
// is a stencil of seventeen, since terms cancel. It is taken four times, for the coarse cells are twice as
// wide.

uniform int side;                    // of the finer level

float at(int column, int row);       // the cell of x there; zero outside the level
float given(int column, int row);    // the cell of b there

/// The right-hand side of the coarse cell that lies on this fine one.
float restricted(ivec2 cell) {
    int c = cell.x, r = cell.y;
    float sides = given(c - 1, r) + given(c + 1, r) + given(c, r - 1) + given(c, r + 1);
    float corners = given(c - 1, r - 1) + given(c + 1, r - 1) + given(c - 1, r + 1) + given(c + 1, r + 1);
    float right = 4.0 * given(c, r) + 2.0 * sides + corners;

    float near = at(c - 1, r) + at(c + 1, r) + at(c, r - 1) + at(c, r + 1);
    float far = at(c - 2, r) + at(c + 2, r) + at(c, r - 2) + at(c, r + 2);
    float knights = at(c - 2, r - 1) + at(c - 2, r + 1) + at(c + 2, r - 1) + at(c + 2, r + 1)
                  + at(c - 1, r - 2) + at(c + 1, r - 2) + at(c - 1, r + 2) + at(c + 1, r + 2);
    float left = 8.0 * at(c, r) + 2.0 * (near - far) - knights;
    return 0.25 * (right - left);
}
