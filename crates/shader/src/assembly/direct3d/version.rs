//! The versions of Direct3D's shader assemblies, and what each has.
//!
//! Source: Microsoft's "Asm Shader Reference", Pixel Shader Differences, Vertex Shader Differences and
//! the pages of registers; for `2_a` and `2_b` those of D3DXGetPixelShaderProfile and D3DXGetVertexShaderProfile.

/// The swizzles of source registers that a version has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::assembly) enum SourceSwizzles {
    /// One component; before `ps_1_4` only `b` or `a`.
    Replicated,
    /// One component, and three rotations.
    Few,
    Any,
}

/// The deepest nesting of flow control; 0 where a version has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::assembly) struct FlowDepths {
    /// `if` with a boolean register.
    pub fixed: usize,
    /// `if` with a comparison or a predicate.
    pub dynamic: usize,
    /// `rep` and `loop`.
    pub loops: usize,
    /// `call`.
    pub calls: usize,
}

const NO_FLOW: FlowDepths = FlowDepths { fixed: 0, dynamic: 0, loops: 0, calls: 0 };
const STATIC_FLOW: FlowDepths = FlowDepths { fixed: 16, dynamic: 0, loops: 1, calls: 1 };
const FULL_FLOW: FlowDepths = FlowDepths { fixed: 24, dynamic: 24, loops: 4, calls: 4 };

/// A version of the language.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::assembly) struct ShaderVersion {
    /// The word that a program begins with.
    pub name: &'static str,
    /// The first token of a stream; `2_a`, `2_b` and `2_x` have one.
    pub token: u32,
    pub pixel: bool,
    /// 11 to 14, 20, 21 for `2_a`, `2_b` and `2_x`, 30.
    pub model: u32,
    /// Registers `r#`.
    pub temporaries: u32,
    /// Registers `c#`.
    pub constants: u32,
    /// Registers `v#`.
    pub inputs: u32,
    /// Registers `t#`.
    pub coordinates: u32,
    pub samplers: u32,
    /// Most slots of arithmetic instructions: of a phase in `ps_1_4`.
    pub arithmetic_slots: usize,
    /// Most slots of texture instructions: of a phase in `ps_1_4`.
    pub texture_slots: usize,
    /// Most slots of all instructions.
    pub total_slots: usize,
    /// Most texture reads in a chain, each at what the one before it read.
    pub dependent_reads: Option<usize>,
    pub flow: FlowDepths,
    /// Most static flow instructions of a program.
    pub flow_instructions: Option<usize>,
    pub predicates: bool,
    /// `dsx`, `dsy` and `texldd`.
    pub gradients: bool,
    pub swizzles: SourceSwizzles,
}

/// `ps_1_1`, from which the rows of the others differ.
const PIXEL_1: ShaderVersion = ShaderVersion {
    name: "ps_1_1",
    token: 0xffff_0101,
    pixel: true,
    model: 11,
    temporaries: 2,
    constants: 8,
    inputs: 2,
    coordinates: 4,
    samplers: 4,
    arithmetic_slots: 8,
    texture_slots: 4,
    total_slots: 12,
    dependent_reads: None,
    flow: NO_FLOW,
    flow_instructions: None,
    predicates: false,
    gradients: false,
    swizzles: SourceSwizzles::Replicated,
};

const PIXEL_2: ShaderVersion = ShaderVersion {
    name: "ps_2_0",
    token: 0xffff_0200,
    model: 20,
    temporaries: 12,
    constants: 32,
    coordinates: 8,
    samplers: 16,
    arithmetic_slots: 64,
    texture_slots: 32,
    total_slots: 96,
    dependent_reads: Some(4),
    swizzles: SourceSwizzles::Few,
    ..PIXEL_1
};

/// `ps_2_x` with all that its capabilities may say.
const PIXEL_2_X: ShaderVersion = ShaderVersion {
    name: "ps_2_x",
    token: 0xffff_0201,
    model: 21,
    temporaries: 32,
    arithmetic_slots: 512,
    texture_slots: 512,
    total_slots: 512,
    dependent_reads: None,
    flow: FULL_FLOW,
    predicates: true,
    gradients: true,
    swizzles: SourceSwizzles::Any,
    ..PIXEL_2
};

const VERTEX_1: ShaderVersion = ShaderVersion {
    name: "vs_1_1",
    token: 0xfffe_0101,
    pixel: false,
    model: 11,
    temporaries: 12,
    constants: 96,
    inputs: 16,
    coordinates: 0,
    samplers: 0,
    arithmetic_slots: 128,
    texture_slots: 0,
    total_slots: 128,
    dependent_reads: None,
    flow: NO_FLOW,
    flow_instructions: None,
    predicates: false,
    gradients: false,
    swizzles: SourceSwizzles::Any,
};

const VERTEX_2: ShaderVersion = ShaderVersion {
    name: "vs_2_0",
    token: 0xfffe_0200,
    model: 20,
    constants: 256,
    arithmetic_slots: 256,
    total_slots: 256,
    flow: STATIC_FLOW,
    flow_instructions: Some(16),
    ..VERTEX_1
};

const VERTEX_2_X: ShaderVersion = ShaderVersion {
    name: "vs_2_x",
    token: 0xfffe_0201,
    model: 21,
    temporaries: 32,
    flow: FULL_FLOW,
    predicates: true,
    ..VERTEX_2
};

/// Slots of the versions of model 3: at least 512, and at most these by the capabilities of a card.
const SLOTS_OF_MODEL_3: usize = 32_768;

/// All versions. Where a token stands for several, the most capable comes first.
pub(in crate::assembly) static VERSIONS: [ShaderVersion; 14] = [
    PIXEL_1,
    ShaderVersion { name: "ps_1_2", token: 0xffff_0102, model: 12, ..PIXEL_1 },
    ShaderVersion { name: "ps_1_3", token: 0xffff_0103, model: 13, ..PIXEL_1 },
    ShaderVersion {
        name: "ps_1_4",
        token: 0xffff_0104,
        model: 14,
        temporaries: 6,
        coordinates: 6,
        samplers: 6,
        texture_slots: 6,
        total_slots: 28,
        ..PIXEL_1
    },
    PIXEL_2,
    PIXEL_2_X,
    ShaderVersion { name: "ps_2_a", temporaries: 22, flow: NO_FLOW, ..PIXEL_2_X },
    ShaderVersion {
        name: "ps_2_b",
        dependent_reads: Some(4),
        flow: NO_FLOW,
        predicates: false,
        gradients: false,
        swizzles: SourceSwizzles::Few,
        ..PIXEL_2_X
    },
    ShaderVersion {
        name: "ps_3_0",
        token: 0xffff_0300,
        model: 30,
        constants: 224,
        inputs: 10,
        coordinates: 0,
        arithmetic_slots: SLOTS_OF_MODEL_3,
        texture_slots: SLOTS_OF_MODEL_3,
        total_slots: SLOTS_OF_MODEL_3,
        ..PIXEL_2_X
    },
    VERTEX_1,
    VERTEX_2,
    VERTEX_2_X,
    ShaderVersion { name: "vs_2_a", temporaries: 13, ..VERTEX_2_X },
    ShaderVersion {
        name: "vs_3_0",
        token: 0xfffe_0300,
        model: 30,
        samplers: 4,
        arithmetic_slots: SLOTS_OF_MODEL_3,
        texture_slots: SLOTS_OF_MODEL_3,
        total_slots: SLOTS_OF_MODEL_3,
        flow_instructions: None,
        ..VERTEX_2_X
    },
];

impl ShaderVersion {
    /// Returns the version that a word names; `.` and `_` mean the same, case is ignored.
    pub(super) fn from_word(word: &str) -> Option<&'static ShaderVersion> {
        let name = word.to_ascii_lowercase().replace('.', "_");
        VERSIONS.iter().find(|version| version.name == name)
    }

    /// Returns the version of a stream's first token.
    pub(super) fn from_token(token: u32) -> Option<&'static ShaderVersion> {
        VERSIONS.iter().find(|version| version.token == token)
    }

    /// Returns true for the pixel shaders before `ps_2_0`.
    pub(in crate::assembly) fn is_pixel_1(&self) -> bool {
        self.pixel && self.model < 20
    }

    /// Returns true for `ps_1_1`, `ps_1_2` and `ps_1_3`.
    pub(super) fn is_before_pixel_1_4(&self) -> bool {
        self.pixel && self.model < 14
    }

    /// Returns true for the pixel shaders of model 2.
    pub(super) fn is_pixel_2(&self) -> bool {
        self.pixel && (20..30).contains(&self.model)
    }

    /// Returns true if texture instructions share the slots of all instructions, as in `ps_2_a` and `ps_2_b`.
    pub(super) fn shares_slots(&self) -> bool {
        self.pixel && self.model == 21
    }
}

/// Returns true for `ps_2_0`, `vs.1.1` and all words of that form.
pub(super) fn is_version_word(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let behind = lower.strip_prefix("ps").or_else(|| lower.strip_prefix("vs"));
    let mut letters = behind.unwrap_or("").chars();
    matches!(letters.next(), Some('_' | '.'))
        && letters.next().is_some_and(|c| c.is_ascii_digit())
        && matches!(letters.next(), Some('_' | '.'))
}
