//! `gristmill --card`: the device plays a card.

use super::check::gristmill;

#[test]
fn a_card_runs_what_it_takes_and_refuses_the_rest_in_a_sentence() {
    let saxpy = ["run", "saxpy", "--era", "fragment", "--size", "100"];
    let playing = |card: &str| {
        let arguments = [&["--device", "emulator", "--card", card], &saxpy[..]].concat();
        gristmill(&arguments)
    };
    let (code, out, errors) = playing("geforce-8800");
    assert_eq!(code, Some(0), "{out}{errors}");
    // The way of its time in the place of the plain one.
    let (code, out, errors) = playing("radeon-9700");
    assert!(code == Some(0) && out.contains("fragment_2005"), "{out}{errors}");
    let (code, _, errors) =
        gristmill(&[&["--device", "emulator", "--card", "radeon-9700"], &saxpy[..], &["--rung", "fragment"]].concat());
    assert_eq!(code, Some(2), "{errors}");
    let sentence = "saxpy.frag: texelFetch: ATI Radeon 9700 Pro has none";
    assert!(errors.contains(sentence) && errors.contains("arrays_in_textures"), "{errors}");
    let (code, _, errors) = playing("radeon-97");
    assert!(code == Some(2) && errors.contains("did you mean radeon-9700?"), "{errors}");
}

#[test]
fn a_card_is_for_what_runs_on_a_device() {
    let (code, _, errors) = gristmill(&["--card", "radeon-9700", "list"]);
    assert!(code == Some(2) && errors.contains("write it after check"), "{errors}");
}
