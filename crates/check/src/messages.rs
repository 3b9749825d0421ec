//! Messages between a program and its compiler: the length in bytes, then the bytes.

use std::io::{self, ErrorKind, Read, Write};

/// Longest message from either side in bytes.
const MAX_MESSAGE_BYTES: u32 = 64 << 20;

/// Writes the length of a message, then the message.
pub(super) fn write_message(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= MAX_MESSAGE_BYTES);
    let length = length.ok_or(ErrorKind::InvalidInput)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(bytes)?;
    out.flush()
}

/// Reads a message that [`write_message`] wrote.
pub(super) fn read_message(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MAX_MESSAGE_BYTES {
        return Err(ErrorKind::InvalidData.into());
    }
    // Reading with `take` allocates no memory for bytes that do not arrive.
    let mut bytes = vec![];
    input.take(u64::from(length)).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize {
        return Err(ErrorKind::InvalidData.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_whole_or_not_at_all() {
        let mut sent = vec![];
        for message in [&b"one"[..], b"", b"three"] {
            write_message(&mut sent, message).unwrap();
        }
        let mut input = sent.as_slice();
        for message in [&b"one"[..], b"", b"three"] {
            assert_eq!(read_message(&mut input).unwrap(), message);
        }
        assert_eq!(read_message(&mut input).unwrap_err().kind(), ErrorKind::UnexpectedEof);
        for length in 0..7 {
            assert!(read_message(&mut &sent[..length]).is_err(), "{length}");
        }
        assert!(read_message(&mut &[255; 8][..]).is_err(), "a length that nobody sends");
    }
}
