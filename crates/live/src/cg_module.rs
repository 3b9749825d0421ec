//! The module that reads Cg and HLSL (`crates/live_cg`), which a page loads when a text in one of them is there.

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Asks the other module, by the page. The answer follows its length of four bytes, lowest first, in memory that
    /// the page has allocated by `live_alloc`; null if the other module is not loaded.
    fn ask_cg(at: *const u8, bytes: usize) -> *mut u8;
}

/// Lets the page's other module translate what is in Cg and HLSL.
pub(crate) fn connect_cg() {
    gristmill_cg::set_remote_translator(ask_page);
}

fn ask_page(question: &str) -> Option<String> {
    // SAFETY: the page reads the question during the call alone, and its answer is null, or a boxed slice of our own
    // allocator whose first four bytes are the length of the rest.
    let answer = unsafe {
        let at = ask_cg(question.as_ptr(), question.len());
        if at.is_null() {
            return None;
        }
        let bytes = at.cast::<u32>().read_unaligned() as usize + 4;
        Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, bytes))
    };
    String::from_utf8(answer[4..].to_vec()).ok()
}
