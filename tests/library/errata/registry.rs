//! The names that the registry of OpenGL knows: tokens, commands, and where a token may be passed.

use khronos_api::{GL_XML, WEBGL2_IDL, WGL_XML};

fn text(bytes: &'static [u8]) -> &'static str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns the value of the token with that name in OpenGL or WGL, if there is one.
pub fn token(name: &str) -> Option<u32> {
    let at = |xml: &'static str| {
        let line = xml
            .lines()
            .find(|line| line.contains(&format!("name=\"{name}\"")) && line.contains("<enum value="))?;
        let value = line.split("value=\"0x").nth(1)?.split('"').next()?;
        u32::from_str_radix(value, 16).ok()
    };
    at(text(GL_XML)).or_else(|| at(text(WGL_XML)))
}

/// Returns true if OpenGL or WGL has a command of that name.
pub fn is_command(name: &str) -> bool {
    [GL_XML, WGL_XML]
        .iter()
        .any(|xml| text(xml).contains(&format!("<name>{name}</name></proto>")))
}

/// Returns true if the name of a command of OpenGL or WGL says the word.
pub fn is_in_a_command(word: &str) -> bool {
    let commands = |xml: &'static [u8]| {
        text(xml)
            .lines()
            .filter(|line| line.contains("</name></proto>"))
            .any(|line| line.contains(word))
    };
    commands(GL_XML) || commands(WGL_XML)
}

/// The tokens of a group, such as the bits of `glMemoryBarrier`, without those of extensions.
pub fn group(name: &str) -> Vec<&'static str> {
    let from = text(GL_XML).split(&format!("<group name=\"{name}\">")).nth(1).unwrap();
    let inside = from.split("</group>").next().unwrap();
    let tokens = inside.split("name=\"").skip(1).filter_map(|rest| rest.split('"').next());
    tokens
        .filter(|token| !token.ends_with("_EXT") && !token.ends_with("_NV"))
        .collect()
}

/// Returns true if WebGL 2.0 has a function of that name.
pub fn is_in_webgl_2(function: &str) -> bool {
    text(WEBGL2_IDL).contains(&format!(" {function}("))
}

#[test]
fn the_registry_is_read() {
    assert_eq!(token("GL_COMPUTE_SHADER"), Some(0x91B9));
    assert_eq!(token("GL_NOTHING_OF_THE_KIND"), None);
    assert!(is_command("glDispatchCompute") && is_command("wglBindTexImageARB") && !is_command("glNothing"));
    assert!(group("MemoryBarrierMask").contains(&"GL_ALL_BARRIER_BITS"));
    assert!(is_in_webgl_2("getIndexedParameter") && !is_in_webgl_2("getNothing"));
}
