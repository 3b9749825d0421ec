//! Draw parameters in glium's form: blending, depth and stencil.

use glium::DrawParameters;
use glium::draw_parameters::{BlendingFunction, DepthTest, LinearBlendingFactor, StencilOperation, StencilTest};
use gristmill_machine::{Blend, Compare, DepthStencilState, StencilUpdate};

pub(super) fn to_glium_blend(blend: Blend) -> glium::Blend {
    let function = match blend {
        Blend::Add => {
            BlendingFunction::Addition { source: LinearBlendingFactor::One, destination: LinearBlendingFactor::One }
        }
        Blend::Min => BlendingFunction::Min,
        Blend::Max => BlendingFunction::Max,
    };
    glium::Blend { color: function, alpha: function, constant_value: (0.0, 0.0, 0.0, 0.0) }
}

pub(super) fn set_masking(parameters: &mut DrawParameters, masking: DepthStencilState) {
    parameters.depth.test = match masking.depth {
        // For Overwrite glium keeps the test on when depth is written, because GL writes no depth with the test off.
        Compare::Always => DepthTest::Overwrite,
        Compare::Never => DepthTest::Ignore,
        Compare::Less => DepthTest::IfLess,
        Compare::LessOrEqual => DepthTest::IfLessOrEqual,
        Compare::Equal => DepthTest::IfEqual,
        Compare::NotEqual => DepthTest::IfNotEqual,
        Compare::GreaterOrEqual => DepthTest::IfMoreOrEqual,
        Compare::Greater => DepthTest::IfMore,
    };
    parameters.depth.write = masking.write_depth;
    let mask = 0xff;
    let test = match masking.stencil {
        Compare::Always => StencilTest::AlwaysPass,
        Compare::Never => StencilTest::AlwaysFail,
        Compare::Less => StencilTest::IfLess { mask },
        Compare::LessOrEqual => StencilTest::IfLessOrEqual { mask },
        Compare::Equal => StencilTest::IfEqual { mask },
        Compare::NotEqual => StencilTest::IfNotEqual { mask },
        Compare::GreaterOrEqual => StencilTest::IfMoreOrEqual { mask },
        Compare::Greater => StencilTest::IfMore { mask },
    };
    let stencil = &mut parameters.stencil;
    stencil.test_clockwise = test;
    stencil.test_counter_clockwise = test;
    stencil.reference_value_clockwise = i32::from(masking.reference);
    stencil.reference_value_counter_clockwise = i32::from(masking.reference);
    stencil.write_mask_clockwise = mask;
    stencil.write_mask_counter_clockwise = mask;
    stencil.depth_pass_operation_clockwise = to_stencil_operation(masking.on_pass);
    stencil.depth_pass_operation_counter_clockwise = to_stencil_operation(masking.on_pass);
    stencil.fail_operation_clockwise = to_stencil_operation(masking.on_fail);
    stencil.fail_operation_counter_clockwise = to_stencil_operation(masking.on_fail);
}

fn to_stencil_operation(update: StencilUpdate) -> StencilOperation {
    match update {
        StencilUpdate::Keep => StencilOperation::Keep,
        StencilUpdate::Replace => StencilOperation::Replace,
        StencilUpdate::Increment => StencilOperation::Increment,
        StencilUpdate::Decrement => StencilOperation::Decrement,
    }
}
