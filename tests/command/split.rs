//! `gristmill split`.

use super::check::gristmill;
use std::fs;

#[test]
fn a_long_kernel_becomes_files() {
    let folder = std::env::temp_dir().join(format!("gristmill-split-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let long = folder.join("long.frag");
    let sums = "a = a * a + 0.5;\n".repeat(100);
    let read = "float a = texture2D(x, gl_TexCoord[0].xy).r;";
    fs::write(&long, format!("uniform sampler2D x;\nvoid main() {{\n{read}\n{sums}gl_FragColor = vec4(a);\n}}"))
        .unwrap();
    let (long, out) = (long.to_str().unwrap(), folder.join("passes"));
    let (code, said, errors) = gristmill(&["split", long, "--out", out.to_str().unwrap()]);
    assert!(code == Some(0) && said.contains("takes it in 2 passes"), "{said}{errors}");
    // Each file that was written is a kernel that the card takes.
    for pass in ["long_pass_0.frag", "long_pass_1.frag"] {
        let (code, said, errors) = gristmill(&["fit", out.join(pass).to_str().unwrap(), "--json"]);
        let fits: serde_json::Value = serde_json::from_str(&said).unwrap();
        let card = fits[0]["fits"]
            .as_array()
            .unwrap()
            .iter()
            .find(|fit| fit["card"] == "radeon-9700")
            .unwrap();
        let refused = |demand: &serde_json::Value| demand["refused"] == true;
        assert!(code == Some(0) && !card["demands"].as_array().unwrap().iter().any(refused), "{said}{errors}");
    }
    let (code, said, _) = gristmill(&["split", long, "--card", "geforce-6800", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert!(code == Some(0) && json["passes"].as_array().unwrap().len() == 1, "{said}");

    let discards = folder.join("discards.frag");
    fs::write(&discards, "uniform float x;\nvoid main() {\nif (x < 0.5) discard;\ngl_FragColor = vec4(x);\n}").unwrap();
    let (code, _, errors) = gristmill(&["split", discards.to_str().unwrap()]);
    assert!(code == Some(2) && errors.contains("line 3: a discarded fragment"), "{errors}");
    fs::remove_dir_all(&folder).unwrap();
}
