// Loops, switches and early returns, all of which end.
// run: entry walk
// run: constant TURNS=5
// run: buffer result=zero:32
override TURNS: u32 = 1u;
@id(7) override SCALE: f32 = 2.0;
@group(0) @binding(0) var<storage, read_write> result: array<f32>;

fn weight(number: u32) -> f32 {
    switch number % 4u {
        case 0u: { return 1.0; }
        case 1u, 2u: { return 0.5; }
        default: { return SCALE; }
    }
}

@compute @workgroup_size(32)
fn walk(@builtin(local_invocation_index) at: u32) {
    var sum = 0.0;
    var turn = 0u;
    loop {
        if turn == at { continue; }
        sum += weight(turn);
        continuing {
            turn += 1u;
            break if turn >= TURNS;
        }
    }
    result[at] = sum;
}

@compute @workgroup_size(1)
fn other() {
    result[0] = 0.0;
}
