//! A kernel's statements are on the lines of their author, in both eras.

use gristmill::Era;
use gristmill_brook::BrookProgram;

#[test]
fn statements_keep_their_lines() {
    let text = "// a comment

kernel void inner(float x<>, out float y<>) {
    y = x * 2.0f;
}

kernel void k(float a<>,
              float g[],
              out float r<>)
{
    float t;

    t = a;
    if (t > 1) {
        inner(t, t);

        t = g[t];
    } else
        t = 5;
    while (t > 9)
        t -= 3;
    r = t;
}
";
    let program = BrookProgram::read("a.br", text).unwrap();
    let kernels = program.kernels();
    let wanted = [
        (4, "y = x * 2.0;"),
        (11, "float t;"),
        (13, "t = a;"),
        (14, "if (t > 1.0) {"),
        (15, "inner(t, t);"),
        (17, "t = brook_gather_1(vec4(t, 0.0, 0.0, 0.0));"),
        (18, "} else"),
        (19, "t = 5.0;"),
        (20, "while (t > 9.0)"),
        (21, "t -= 3.0;"),
        (22, "r = t;"),
        (23, "}"),
    ];
    for era in Era::ALL {
        let printed = kernels[1].text(era).unwrap();
        let lines: Vec<&str> = printed.lines().collect();
        for (line, wanted) in wanted {
            assert_eq!(lines[line - 1].trim(), wanted, "{era:?}, line {line} of\n{printed}");
        }
        kernels[1].source(era).unwrap().check(era).unwrap();
    }
}

/// A kernel's fault on a card or in GLSL names the line of the `.br` file.
#[test]
fn a_function_for_each_set_of_gathers() {
    let text = "
kernel void pick(float g[], float i<>, out float r<>) { r = g[i]; }
kernel void k(float a[], float b[], float i<>, out float r<>) {
    float x;
    float y;
    pick(a, i, x);
    pick(b, i, y);
    r = x - y;
}
";
    let program = BrookProgram::read("a.br", text).unwrap();
    for era in Era::ALL {
        let kernel = &program.kernels()[1];
        let printed = kernel.text(era).unwrap();
        assert!(printed.contains("pick(i, x);") && printed.contains("pick_2(i, y);"), "{printed}");
        kernel.source(era).unwrap().check(era).unwrap();
    }
}
