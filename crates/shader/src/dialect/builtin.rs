//! Built-ins of older dialects that today's core profile lacks.

use crate::Stage;

/// A built-in variable of an older dialect: the name that replaces it, and its declaration, in which `{}` is that name.
pub(super) struct OldVariable {
    pub stands_for_it: String,
    pub declaration: String,
}

/// Items of `gl_TexCoord`, `gl_TextureMatrix` and `gl_FragData` if an index is not a plain number.
pub(super) const ARRAY_ITEMS: u32 = 8;

/// Prefix of every name that the translation makes; messages and SPIR-V get the author's names back.
pub(super) const NAME_PREFIX: &str = "gristmill_";

/// Returns the replacement of a built-in variable; `None` if it needs no declaration, or has no replacement.
pub(super) fn find_variable(name: &str, stage: Stage) -> Option<OldVariable> {
    let bare = name.strip_prefix("gl_")?;
    let fragment = stage == Stage::Fragment;
    match bare {
        "FragColor" if fragment => declare_variable(bare, "layout(location = 0) out vec4 {};"),
        // Values from the vertex kernel have one name, because stages match by name.
        "Color" if fragment => declare_variable("FrontColor", "in vec4 {};"),
        "SecondaryColor" if fragment => declare_variable("FrontSecondaryColor", "in vec4 {};"),
        "FogFragCoord" if fragment => declare_variable(bare, "in float {};"),
        "FogFragCoord" => declare_variable(bare, "out float {};"),
        "FrontColor" | "BackColor" | "FrontSecondaryColor" | "BackSecondaryColor" if !fragment => {
            declare_variable(bare, "out vec4 {};")
        }
        "Vertex" | "Color" | "SecondaryColor" if !fragment => declare_variable(bare, "in vec4 {};"),
        "Normal" if !fragment => declare_variable(bare, "in vec3 {};"),
        "FogCoord" if !fragment => declare_variable(bare, "in float {};"),
        "MultiTexCoord0" | "MultiTexCoord1" | "MultiTexCoord2" | "MultiTexCoord3" | "MultiTexCoord4"
        | "MultiTexCoord5" | "MultiTexCoord6" | "MultiTexCoord7"
            if !fragment =>
        {
            declare_variable(bare, "in vec4 {};")
        }
        "NormalMatrix" => declare_variable(bare, "uniform mat3 {} = mat3(1.0);"),
        "NormalScale" => declare_variable(bare, "uniform float {} = 1.0;"),
        "DepthRange" => declare_variable(
            bare,
            "struct {}Parameters { float near; float far; float diff; }; \
                             uniform {}Parameters {} = {}Parameters(0.0, 1.0, 1.0);",
        ),
        "MaxTextureUnits" | "MaxTextureCoords" | "MaxLights" => {
            declare_variable(bare, &format!("const int {{}} = {ARRAY_ITEMS};"))
        }
        _ => is_matrix(bare)
            .then(|| declare_variable(bare, "uniform mat4 {} = mat4(1.0);"))
            .flatten(),
    }
}

fn declare_variable(as_what: &str, declaration: &str) -> Option<OldVariable> {
    let stands_for_it = format!("{NAME_PREFIX}{as_what}");
    let declaration = declaration.replace("{}", &stands_for_it);
    Some(OldVariable { stands_for_it, declaration })
}

/// Returns true for the matrices of the fixed pipeline that are not arrays.
fn is_matrix(bare: &str) -> bool {
    let of = ["ModelViewProjectionMatrix", "ModelViewMatrix", "ProjectionMatrix"];
    of.iter().any(|kind| {
        let forms = ["", "Inverse", "Transpose", "InverseTranspose"];
        bare.strip_prefix(kind).is_some_and(|form| forms.contains(&form))
    })
}

/// Returns today's name of an old texture function, and true if it compares depths: those returned
/// a colour and now return a number.
pub(super) fn texture_function(name: &str) -> Option<(String, bool)> {
    let (shadow, rest) = match (name.strip_prefix("texture"), name.strip_prefix("shadow")) {
        (Some(rest), _) => (false, rest),
        (_, Some(rest)) => (true, rest),
        _ => return None,
    };
    let shapes = ["1DArray", "2DArray", "2DRect", "1D", "2D", "3D", "Cube"];
    let how = shapes.iter().find_map(|shape| rest.strip_prefix(shape))?;
    let today = match how {
        "" => "",
        "Proj" => "Proj",
        "Lod" | "LodEXT" => "Lod",
        "ProjLod" | "ProjLodEXT" => "ProjLod",
        "GradARB" | "GradEXT" | "Grad" => "Grad",
        "ProjGradARB" | "ProjGradEXT" | "ProjGrad" => "ProjGrad",
        _ => return None,
    };
    Some((format!("texture{today}"), shadow))
}

/// Returns the functions that replace `noise1` to `noise4`, which were removed; drivers returned 0.
pub(super) fn noise_functions(name: &str) -> Option<String> {
    let lanes = name.strip_prefix("noise")?;
    let of = match lanes {
        "1" => "float",
        "2" => "vec2",
        "3" => "vec3",
        "4" => "vec4",
        _ => return None,
    };
    Some(
        ["float", "vec2", "vec3", "vec4"]
            .map(|taken| format!("{of} {NAME_PREFIX}{name}({taken} x) {{ return {of}(0.0); }}"))
            .join(" "),
    )
}
