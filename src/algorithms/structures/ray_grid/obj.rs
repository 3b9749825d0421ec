//! Wavefront OBJ files: vertices and faces; everything else is ignored.

use super::{Mesh, Surface};
use crate::{Error, Result};
use nalgebra::Point3;

impl Mesh {
    /// Reads the mesh of an OBJ file, with a single surface; normals are computed as by [`Mesh::new`]. Vertices count
    /// from 1, or backwards from the last one before the face by negative numbers. A face of more than three corners
    /// becomes a fan.
    ///
    /// ```
    /// use gristmill::algorithms::ray_grid::{Mesh, Surface};
    /// let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 -1\n";
    /// assert_eq!(Mesh::from_obj(square, Surface::matt([255; 3]))?.triangles(), [[0, 1, 2], [0, 2, 3]]);
    ///
    /// let error = Mesh::from_obj("v 0 0 0\nf 0 1 1\n", Surface::matt([255; 3])).unwrap_err();
    /// assert_eq!(error.to_string(), "OBJ line 2: a face has vertex 0; vertices count from 1");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] with the line for text that is not a number, for a vertex that is not finite or does not exist,
    /// and for a face of fewer than three.
    pub fn from_obj(text: &str, surface: Surface) -> Result<Mesh> {
        let mut vertices = Vec::new();
        let mut triangles = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let wrong = |what: String| Error::data(format!("OBJ line {}: {what}", at + 1));
            let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
            match words.next() {
                Some("v") => vertices.push(parse_vertex(words).map_err(wrong)?),
                Some("f") => {
                    let corners = words
                        .map(|word| parse_corner(word, vertices.len()))
                        .collect::<Result<Vec<_>, _>>();
                    let corners = corners.map_err(wrong)?;
                    if corners.len() < 3 {
                        return Err(wrong(format!("a face of {} corners; give it three at least", corners.len())));
                    }
                    triangles.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
                }
                _ => {}
            }
        }
        Mesh::new(&vertices, &triangles, surface)
    }
}

fn parse_vertex<'a>(words: impl Iterator<Item = &'a str>) -> Result<Point3<f32>, String> {
    // A fourth is a weight, further ones are colours.
    match words
        .take(3)
        .map(|word: &str| match word.parse::<f32>() {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(_) => Err(format!("a vertex has the coordinate {word}; give finite numbers")),
            Err(_) => Err(format!("a vertex has the coordinate {word}, which is not a number")),
        })
        .collect::<Result<Vec<_>, _>>()?[..]
    {
        [x, y, z] => Ok(Point3::new(x, y, z)),
        ref few => Err(format!("a vertex of {} coordinates; give it three", few.len())),
    }
}

/// Parses a corner like `7`, `7/1`, `7//3` or `7/1/3`, whose first number is the vertex, of `count` so far.
fn parse_corner(word: &str, count: usize) -> Result<u32, String> {
    let number = word.split('/').next().unwrap_or_default();
    let index: i64 = number
        .parse()
        .map_err(|_| format!("a face has the corner {word}, which is not a number"))?;
    let vertex = match index {
        0 => return Err("a face has vertex 0; vertices count from 1".to_string()),
        1.. => index - 1,
        _ => index.saturating_add(count as i64),
    };
    if (0..count as i64).contains(&vertex) {
        return Ok(vertex as u32);
    }
    Err(format!("a face has vertex {index}, and there are {count} before it; write its vertices first"))
}
