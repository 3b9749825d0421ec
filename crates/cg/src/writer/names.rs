//! Names of the GLSL text: the author's where GLSL allows them.

use std::collections::{BTreeMap, HashMap, HashSet};

/// Words that GLSL reserves, and its functions that a translation calls.
const TAKEN_WORDS: &str = "attribute const uniform varying buffer shared coherent volatile restrict readonly writeonly \
    atomic_uint layout centroid flat smooth noperspective patch sample break continue do for while switch case default \
    if else subroutine in out inout float double int void bool true false invariant precise discard return lowp mediump \
    highp precision struct common partition active asm class union enum typedef template this resource goto inline \
    noinline public static extern external interface long short half fixed unsigned superp input output filter sizeof \
    cast namespace using row_major uint main texture textureProj textureLod textureGrad textureProjLod textureProjGrad \
    texelFetch textureSize abs acos acosh all any asin asinh atan atanh ceil clamp cos cosh cross dFdx dFdy degrees \
    determinant distance dot equal exp exp2 faceforward floor fract fwidth greaterThan greaterThanEqual inverse \
    inversesqrt isinf isnan length lessThan lessThanEqual log log2 matrixCompMult max min mix mod modf normalize not \
    notEqual outerProduct pow radians reflect refract round roundEven sign sin sinh smoothstep sqrt step tan tanh \
    transpose trunc floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat packHalf2x16 unpackHalf2x16 \
    packUnorm2x16 unpackUnorm2x16 packUnorm4x8 unpackUnorm4x8 packSnorm4x8 unpackSnorm4x8 packSnorm2x16 \
    unpackSnorm2x16 fma frexp ldexp bitCount noise1 noise2 noise3 noise4 texture1D texture2D texture3D textureCube \
    texture2DRect shadow1D shadow2D ftransform emit vertex memoryBarrier barrier textureGather interpolateAtCentroid \
    interpolateAtOffset interpolateAtSample umulExtended imulExtended uaddCarry usubBorrow bitfieldExtract \
    bitfieldInsert bitfieldReverse findLSB findMSB imageLoad imageStore imageSize groupMemoryBarrier anyInvocation \
    allInvocations allInvocationsEqual textureOffset texelFetchOffset textureQueryLod textureQueryLevels";

/// The names of a translation.
#[derive(Debug, Default)]
pub(super) struct NameTable {
    /// The author's name of each name that differs from it.
    pub own: BTreeMap<String, String>,
    /// Names that the whole text shares.
    shared: HashSet<String>,
    /// Names of the function that is written.
    local: HashSet<String>,
    /// The next number of each name that is taken.
    numbers: HashMap<String, usize>,
}

impl NameTable {
    /// Returns a table in which GLSL's words are taken.
    pub fn new() -> NameTable {
        let shared = TAKEN_WORDS.split_whitespace().map(String::from).collect();
        NameTable { shared, ..NameTable::default() }
    }

    /// Makes a name that no other part of the text has.
    pub fn make_shared(&mut self, own: &str) -> String {
        let made = self.make_free(own);
        self.shared.insert(made.clone());
        made
    }

    /// Makes a name that no other of the function has.
    pub fn make_local(&mut self, own: &str) -> String {
        let made = self.make_free(own);
        self.local.insert(made.clone());
        made
    }

    /// Takes a name for the interface, whose users know it.
    pub fn reserve_name(&mut self, name: &str) {
        self.shared.insert(name.to_string());
    }

    /// Begins a function.
    pub fn begin_function(&mut self) {
        self.local.clear();
    }

    fn make_free(&mut self, own: &str) -> String {
        let plain: String = own
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
            .collect();
        let is_reserved = is_type_word(&plain) || plain.starts_with("gl_") || plain.starts_with("cg_");
        let is_free = |name: &str| !self.shared.contains(name) && !self.local.contains(name);
        if !is_reserved && !plain.contains("__") && plain == own && is_free(own) {
            return own.to_string();
        }
        let stem = plain.trim_matches('_').replace("__", "_");
        let stem = stem.trim_matches('_').replace("__", "_");
        let stem = if stem.starts_with("gl_") || stem.is_empty() { format!("own_{stem}") } else { stem };
        let mut number = self.numbers.get(&stem).copied().unwrap_or(0);
        let made = loop {
            let made = format!("{}_cg{number}", stem.trim_end_matches('_'));
            number += 1;
            // Another name of the author may have this form.
            if is_free(&made) && self.own.get(&made).is_none_or(|other| other == own) {
                break made;
            }
        };
        self.numbers.insert(stem, number);
        self.own.insert(made.clone(), own.to_string());
        made
    }
}

/// Returns true for the types of GLSL, of any version.
fn is_type_word(word: &str) -> bool {
    let starts = ["vec", "ivec", "uvec", "bvec", "dvec", "hvec", "fvec", "mat", "dmat"];
    let is_vector = starts.iter().any(|start| {
        let rest = word.strip_prefix(start);
        rest.is_some_and(|rest| matches!(rest.as_bytes(), [b'2'..=b'4'] | [b'2'..=b'4', b'x', b'2'..=b'4']))
    });
    let opaque = ["sampler", "isampler", "usampler", "image", "iimage", "uimage"];
    let dimensions = ["1D", "2D", "3D", "Cube", "Buffer", "2DRect", "2DMS", "1DArray", "2DArray", "CubeArray"];
    let is_opaque = opaque.iter().any(|start| {
        let rest = word.strip_prefix(start).map(|rest| rest.trim_end_matches("Shadow"));
        rest.is_some_and(|rest| dimensions.contains(&rest))
    });
    is_vector || is_opaque
}
