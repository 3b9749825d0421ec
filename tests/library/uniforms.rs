//! Arrays of uniforms, set at once.

use crate::machine::machines;
use gristmill::KernelSource;

#[test]
fn arrays_of_uniforms_are_set_at_once() {
    let body = "vec4(weights[0] + 10.0 * weights[1] + 100.0 * weights[2], vec3(pairs[1], pairs[0].x))";
    let uniforms = "uniform float weights[3]; uniform ivec2 pairs[2]; uniform float one;";
    let source = KernelSource::new("arrays")
        .fragment(format!("#version 330 core\n{uniforms}\nout vec4 result;\nvoid main() {{ result = one * {body}; }}"))
        .compute(format!(
            "#version 430 core\nlayout(local_size_x = 1) in;\n{uniforms}
layout(std430, binding = 0) writeonly buffer Result {{ vec4 result[]; }};
void main() {{ result[0] = one * {body}; }}"
        ));
    for device in machines() {
        let kernel = device.kernel(&source).unwrap();
        let mut result = device.empty::<[f32; 4]>(1).unwrap();
        let call = kernel.call().uniforms("weights", &[1.0, 2.0, 3.0]).uniform("one", 1.0);
        call.uniforms("pairs", &[[4, 5], [6, 7]])
            .output("result", &mut result)
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap(), [[321.0, 6.0, 7.0, 4.0]]);
        let name = kernel.name().to_string();
        let refused = |call: gristmill::Call<'_>, sentence: &str| {
            let call = call.uniforms("pairs", &[[4, 5], [6, 7]]);
            let error = call.uniform("one", 1.0).run().unwrap_err().to_string();
            assert_eq!(error, format!("{name}{sentence}"));
        };
        let call = || kernel.call();
        refused(call().uniforms("weights", &[1.0; 4]), ": the uniform weights has 3 items, 4 given; give 3");
        refused(call().uniforms("weights", &[1.0; 2]), ": the uniform weights has 3 items, 2 given; give 3");
        refused(call().uniforms::<f32>("weights", &[]), ": the uniform weights has 3 items, 0 given; give 3");
        refused(call().uniforms("weights", &[1; 3]), ": the uniform weights[0] is float, int given");
        refused(
            call().uniforms("weights", &[1.0; 3]).uniforms("one", &[1.0]),
            ": the uniform one is not an array; use .uniform(\"one\", ...)",
        );
        let unknown = call().uniforms("heights", &[1.0; 3]).run().unwrap_err().to_string();
        assert!(unknown.starts_with(&format!("{name} has no uniform heights; it has ")), "{unknown}");
    }
}
