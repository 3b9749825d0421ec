//! Kernels whose text is Cg or Direct3D 9's HLSL.

use super::{FNV_OFFSET, KernelSource, StageText, hash_text, without_folder};
use std::borrow::Cow;

impl KernelSource {
    /// Creates a kernel from the value of `kernel_file!` for a fragment file in Cg or HLSL, the file's ending, and
    /// that for a compute file, for [`kernel_pair!`](crate::kernel_pair) and [`fragment_kernel!`](crate::fragment_kernel).
    #[doc(hidden)]
    pub const fn of_cg_files(
        name: &'static str,
        fragment: &'static str,
        ending: &'static str,
        compute: Option<&'static str>,
    ) -> KernelSource {
        let number = hash_text(hash_text(FNV_OFFSET, name), ending);
        let name = Cow::Borrowed(without_folder(name));
        KernelSource::from_hashed_parts(number, name, None, Some(fragment), compute, Some(ending))
    }

    /// Sets a text in Cg for the fragment era, and the function that it begins with: `main` if none is named.
    ///
    /// ```
    /// # use gristmill::{Device, Era, KernelSource};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let text = "float4 twice(uniform float4 x) : COLOR { return 2 * x; }";
    /// let source = KernelSource::new("twice").fragment_cg(text, Some("twice"));
    /// let mut result = device.empty::<[f32; 4]>(1)?;
    /// let kernel = device.kernel(&source)?;
    /// let call = kernel.call().uniform("x", [1.0, 2.0, 3.0, 4.0]);
    /// call.output("COLOR0", &mut result).run()?;
    /// assert_eq!(result.read()?, [[2.0, 4.0, 6.0, 8.0]]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn fragment_cg(self, text: impl Into<Cow<'static, str>>, entry: Option<&str>) -> KernelSource {
        let (number, text) = self.hash_cg("fragment", "cg", text.into(), entry);
        KernelSource { number, fragment: Some(text), ..self }
    }

    /// Sets a text in Direct3D 9's HLSL for the fragment era, and the function that it begins with: `main` if none is
    /// named.
    ///
    /// ```
    /// # use gristmill::{Device, Era, KernelSource};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let text = "float4 scale : register(c0);
    /// float4 main(float2 pixel : VPOS) : COLOR { return scale * pixel.x; }";
    /// let mut result = device.empty::<[f32; 4]>(3)?;
    /// let kernel = device.kernel(&KernelSource::new("ramp").fragment_hlsl(text, None))?;
    /// kernel.call().uniform("scale", [1.0, 2.0, 3.0, 4.0]).output("COLOR0", &mut result).run()?;
    /// assert_eq!(result.read()?[2], [2.0, 4.0, 6.0, 8.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn fragment_hlsl(self, text: impl Into<Cow<'static, str>>, entry: Option<&str>) -> KernelSource {
        let (number, text) = self.hash_cg("fragment", "hlsl", text.into(), entry);
        KernelSource { number, fragment: Some(text), ..self }
    }

    /// Sets a vertex program in Cg, and the function that it begins with: `main` if none is named.
    ///
    /// ```
    /// use gristmill::{Era, KernelSource};
    /// let text = "float4 place(float4 p : POSITION) : POSITION { return p; }
    /// float4 paint() : COLOR { return 1; }";
    /// let source = KernelSource::new("both").vertex_cg(text, Some("place")).fragment_cg(text, Some("paint"));
    /// source.check(Era::Fragment)?;
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn vertex_cg(self, text: impl Into<Cow<'static, str>>, entry: Option<&str>) -> KernelSource {
        let (number, text) = self.hash_cg("vertex", "cg", text.into(), entry);
        KernelSource { number, vertex: Some(text), ..self }
    }

    fn hash_cg(
        &self,
        stage: &str,
        ending: &'static str,
        text: Cow<'static, str>,
        entry: Option<&str>,
    ) -> (u128, StageText) {
        let number = hash_text(hash_text(hash_text(self.number, stage), ending), &text);
        let number = hash_text(number, entry.unwrap_or(""));
        (number, StageText::Cg { text, entry: entry.map(str::to_string), ending })
    }
}
