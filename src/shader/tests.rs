//! First look.
use super::*;

#[test]
fn look() {
    let c = include_str!("/tmp/a.comp");
    let f = include_str!("/tmp/a.frag");
    let v = include_str!("/tmp/a.vert");
    let e = |n: &str, t: &'static str, s| {
        expand(&SourceFile { name: n.into(), text: t.into() }, s, &|_| None, &[]).unwrap()
    };
    for set in
        [vec![e("a.comp", c, Stage::Compute)], vec![e("a.vert", v, Stage::Vertex), e("a.frag", f, Stage::Fragment)]]
    {
        match compile(&set.iter().collect::<Vec<_>>()) {
            Ok(m) => {
                for (_, w) in &m.spirv {
                    use rspirv::binary::Disassemble;
                    let text = rspirv::dr::load_words(w).unwrap().disassemble();
                    for l in text.lines().filter(|l| !l.contains("OpSource")) {
                        if l.contains("OpFunction") {
                            break;
                        }
                        eprintln!("{l}");
                    }
                    eprintln!("{} OpLine", text.matches("OpLine").count());
                }
                eprintln!("{:#?}", m.interface);
            }
            Err(x) => eprintln!("{x}"),
        }
    }
}
