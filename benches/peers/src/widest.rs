//! Plain Rust, compiled again for the widest vectors of common processors.

/// A function that runs another one, which must be `#[inline(always)]`, as compiled for AVX-512 or AVX2 where the
/// processor has them.
#[macro_export]
macro_rules! widest {
    ($visible:vis fn $name:ident($($argument:ident: $type:ty),*) by $plain:path) => {
        $visible fn $name($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
                fn by_avx512($($argument: $type),*) {
                    $plain($($argument),*)
                }
                #[target_feature(enable = "avx2,fma")]
                fn by_avx2($($argument: $type),*) {
                    $plain($($argument),*)
                }
                if is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                {
                    // SAFETY: the processor has what the function was compiled for.
                    return unsafe { by_avx512($($argument),*) };
                }
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    // SAFETY: as above.
                    return unsafe { by_avx2($($argument),*) };
                }
            }
            $plain($($argument),*)
        }
    };
}
