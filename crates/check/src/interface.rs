//! The names by which a launch gives a compiled kernel its memories.

use super::blocks::{find_member, is_called};
use super::compiled::Checked;
use gristmill_base::error::Result;
use gristmill_emulator::assembly::{Assembly, MemorySpace};
use gristmill_shader::{self as shader, Stage};

impl Checked {
    /// Returns the buffer, vertex stream, texture, image or output that a name means, by its own name: of a block also
    /// that of its only member, and the path of a member. `None` if its code uses no such thing.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let text = "#version 430 core
    /// layout(local_size_x = 64) in;
    /// layout(std430) buffer Result { uint result[]; };
    /// void main() { result[gl_GlobalInvocationID.x] = 1u; }";
    /// let kernel = KernelCheck::source("ones.comp", text).compile()?;
    /// assert_eq!(kernel.find_memory("result")?.as_deref(), Some("Result"));
    /// assert_eq!(kernel.find_memory("Other")?, None);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of features that the emulator lacks.
    pub fn find_memory(&self, name: &str) -> Result<Option<String>> {
        let base = name.split(['[', '.']).next().unwrap_or(name);
        let assemblies = self.list_assemblies()?;
        let slots = || assemblies.iter().flat_map(|assembly| &assembly.memories);
        let block = slots().find(|slot| is_called(slot, name));
        if let Some(slot) = block.or_else(|| slots().find(|slot| find_member(slot, name).is_some())) {
            return Ok(Some(slot.name.clone()));
        }
        let mut others = self.names_beside_blocks()?;
        // `lights[2]` is an item of an array of textures.
        others.retain(|own| own == name || own == base || own.split('[').next() == Some(name));
        Ok(others.into_iter().next())
    }

    /// Returns the names of its buffers, vertex streams, textures, images and outputs.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let text = "#version 330 core
    /// uniform sampler2D source;
    /// out vec4 colour;
    /// void main() { colour = texelFetch(source, ivec2(0), 0); }";
    /// assert_eq!(KernelCheck::source("k.frag", text).compile()?.memory_names()?, ["source", "colour"]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of features that the emulator lacks.
    pub fn memory_names(&self) -> Result<Vec<String>> {
        let mut names = vec![];
        for assembly in self.list_assemblies()? {
            let slots = assembly.memories.iter();
            let global = slots.filter(|slot| !matches!(slot.space, MemorySpace::Shared(_)));
            names.extend(global.map(|slot| slot.name.clone()));
        }
        names.extend(self.names_beside_blocks()?);
        let mut unique: Vec<String> = vec![];
        for name in names {
            if !unique.contains(&name) {
                unique.push(name);
            }
        }
        Ok(unique)
    }

    /// Returns true if its text declares a variable or a block of that name, used or not.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let text = "#version 330 core
    /// uniform float alpha;
    /// void main() {}";
    /// let kernel = KernelCheck::source("k.frag", text).compile()?;
    /// assert!(kernel.has_name("alpha") && !kernel.has_name("beta"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn has_name(&self, name: &str) -> bool {
        let base = name.split(['[', '.']).next().unwrap_or(name);
        self.stages
            .iter()
            .any(|stage| shader::declared_names(&stage.spirv).iter().any(|own| own == base))
    }

    /// Returns the lanes of a work group along x, y and z; 1 for a kernel that has no groups.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let text = "#version 430 core
    /// layout(local_size_x = 8, local_size_y = 4) in;
    /// void main() {}";
    /// assert_eq!(KernelCheck::source("k.comp", text).compile()?.group_size()?, [8, 4, 1]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of features that the emulator lacks.
    pub fn group_size(&self) -> Result<[u32; 3]> {
        let assemblies = self.list_assemblies()?;
        let compute = assemblies.iter().find(|assembly| assembly.stage == Stage::Compute);
        Ok(compute.map_or([1; 3], |assembly| assembly.local_size))
    }

    fn list_assemblies(&self) -> Result<Vec<&Assembly>> {
        self.stages.iter().map(|stage| stage.assembly_for(true)).collect()
    }

    /// Returns the names of textures, images, outputs and vertex streams.
    fn names_beside_blocks(&self) -> Result<Vec<String>> {
        let mut names = vec![];
        for assembly in self.list_assemblies()? {
            names.extend(assembly.textures.iter().map(|slot| slot.name.clone()));
            names.extend(assembly.images.iter().map(|slot| slot.name.clone()));
        }
        names.extend(self.outputs.iter().map(|output| output.name.clone()));
        names.extend(self.attributes.iter().map(|attribute| attribute.name.clone()));
        Ok(names)
    }
}
