// boids_grid.glsl: what a bird sees in the 27 cells around it, in both eras. The kernel defines before it
// what reads its streams:
//     int start_of(int bucket)           where a bucket's birds begin
//     vec3 place_of(int bird)
//     vec3 speed_of(int bird)

/// What a bird sees from a place, at a speed; itself alone where it is in a crowd.
Around seen_from(vec3 place, vec3 speed) {
    ivec3 cell = cell_of(place);
    Around around = NOTHING;
    int crowd = 0;                                    // birds in the cells around
    for (int row = 0; row < 9; row++) {
        ivec4 buckets = row_of(cell + ivec3(0, (row % 3) - 1, (row / 3) - 1));
        for (int part = 0; part < 4; part += 2) {
            int other = start_of(buckets[part]), end = start_of(buckets[part + 1]);
            crowd += end - other;
            if (crowd > CROWD) end = other;
            for (; other < end; other++) look(around, place_of(other) - place, speed_of(other) - speed);
        }
    }
    return crowd > CROWD ? ITSELF : around;
}
