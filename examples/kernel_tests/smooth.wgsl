// smooth: a step from 0 to 1 without a corner, and its tests.

import wgsl_test::{ expect, expectNear };

fn smooth_step(low: f32, high: f32, x: f32) -> f32 {
    let t = saturate((x - low) / (high - low));
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

@test
fn it_begins_at_0_and_ends_at_1() {
    expectNear(smooth_step(2.0, 4.0, 1.0), 0.0);
    expectNear(smooth_step(2.0, 4.0, 5.0), 1.0);
}

@test
fn a_quarter_is_a_tenth() {
    expectNear(smooth_step(0.0, 1.0, 0.25), 0.103516);
}

@test
fn it_only_rises() {
    var before = 0.0;
    for (var i = 1; i <= 64; i++) {
        let here = smooth_step(0.0, 1.0, f32(i) / 64.0);
        expect(here > before);
        before = here;
    }
}
