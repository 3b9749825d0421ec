//! Bindings of attributes and results.

use super::{Attribute, Fault, Output, Read, Reader};
use crate::assembly::limits;

impl Reader<'_> {
    /// Returns true if an attribute begins here.
    pub(super) fn at_attribute(&self) -> bool {
        let own = if self.program.level.fragment { "fragment" } else { "vertex" };
        self.is(own) && self.ahead(1).text == "."
    }

    /// Reads `fragment.item` or `vertex.item`.
    pub(super) fn attribute(&mut self) -> Read<Attribute> {
        let start = self.next().at;
        self.sign(".")?;
        let item = self.peek();
        let attribute = if self.program.level.fragment { self.fragment_item()? } else { self.vertex_item(item.at)? };
        self.bind(attribute, start)?;
        Ok(attribute)
    }

    fn fragment_item(&mut self) -> Read<Attribute> {
        match self.word("an attribute of fragments")?.text {
            "color" => Ok(if self.secondary() { Attribute::Secondary } else { Attribute::Color }),
            "texcoord" => Ok(Attribute::Texcoord(self.texcoord()?)),
            "fogcoord" => Ok(Attribute::Fogcoord),
            "position" => Ok(Attribute::Position),
            "facing" if self.program.level.option2 => Ok(Attribute::Facing),
            _ => {
                self.at -= 1;
                Err(self.unexpected("color, texcoord, fogcoord or position"))
            }
        }
    }

    fn vertex_item(&mut self, at: usize) -> Read<Attribute> {
        let fourth = |n: u32| match n % 4 {
            0 => Ok(n),
            _ => Err(Fault::new(at, format!("the number {n} is given, it must be divisible by four"))),
        };
        match self.word("an attribute of vertices")?.text {
            "position" => Ok(Attribute::Position),
            "weight" => {
                let n = self.optional_index("weight", limits::VERTEX_UNITS)?;
                Ok(Attribute::Weight(fourth(n)?))
            }
            "normal" => Ok(Attribute::Normal),
            "color" => Ok(if self.secondary() { Attribute::Secondary } else { Attribute::Color }),
            "fogcoord" => Ok(Attribute::Fogcoord),
            "texcoord" => Ok(Attribute::Texcoord(self.texcoord()?)),
            "matrixindex" => {
                let n = self.index("matrix index", limits::VERTEX_UNITS)?;
                Ok(Attribute::MatrixIndex(fourth(n)?))
            }
            "attrib" => Ok(Attribute::Generic(self.index("attribute", limits::VERTEX_ATTRIBUTES)?)),
            _ => {
                self.at -= 1;
                Err(self.unexpected("an attribute of vertices"))
            }
        }
    }

    /// Reads the number of `texcoord` or `texcoord[n]`.
    fn texcoord(&mut self) -> Read<u32> {
        self.optional_index("texture coordinates", limits::TEXTURE_COORDS)
    }

    /// Reads an optional `.primary` or `.secondary`; returns true for the latter.
    fn secondary(&mut self) -> bool {
        let kind = self.ahead(1).text;
        let said = self.is(".") && matches!(kind, "primary" | "secondary");
        if said {
            self.at += 2;
        }
        said && kind == "secondary"
    }

    /// Records an attribute once, and refuses pairs that alias each other, because setting one leaves the other undefined.
    pub(super) fn bind(&mut self, attribute: Attribute, at: usize) -> Read<()> {
        if self.program.attributes.contains(&attribute) {
            return Ok(());
        }
        let meets = |one: &Attribute, other: &Attribute| match (one, other) {
            (Attribute::Generic(n), other) => generic(*other) == Some(*n),
            _ => false,
        };
        let other = self
            .program
            .attributes
            .iter()
            .find(|known| meets(known, &attribute) || meets(&attribute, known));
        if other.is_some() && !self.program.level.fragment {
            let ((Attribute::Generic(n), _) | (_, Some(n))) = (attribute, generic(attribute)) else { return Ok(()) };
            let message = format!("vertex.attrib[{n}] and the attribute of old in its place are both bound; bind one");
            return Err(Fault::new(at, message));
        }
        self.program.attributes.push(attribute);
        Ok(())
    }

    /// Reads `result.item`.
    pub(super) fn output(&mut self) -> Read<Output> {
        if !self.is("result") {
            return Err(self.unexpected("a result"));
        }
        self.next();
        self.sign(".")?;
        let item = self.word("a result")?;
        let fragment = self.program.level.fragment;
        match item.text {
            "color" if fragment && self.program.options.draw_buffers && self.is("[") => {
                Ok(Output::Color(self.index("draw buffer", limits::DRAW_BUFFERS)?, true))
            }
            "color" if fragment => Ok(Output::Color(0, false)),
            "depth" if fragment => Ok(Output::Depth),
            "position" if !fragment && self.program.options.position_invariant => Err(Fault::new(
                item.at,
                "'position' is OpenGL's with OPTION ARB_position_invariant; leave one of the two out",
            )),
            "position" if !fragment => Ok(Output::Position),
            "fogcoord" if !fragment => Ok(Output::Fogcoord),
            "pointsize" if !fragment => Ok(Output::PointSize),
            "texcoord" if !fragment => Ok(Output::Texcoord(self.texcoord()?)),
            "color" => {
                let back = self.is(".") && self.ahead(1).text == "back";
                if back || self.is(".") && self.ahead(1).text == "front" {
                    self.at += 2;
                }
                Ok(Output::Side(back, self.secondary()))
            }
            _ => {
                self.at -= 1;
                Err(self.unexpected(match fragment {
                    true => "color or depth",
                    false => "position, color, fogcoord, pointsize or texcoord",
                }))
            }
        }
    }
}

/// Returns the generic attribute that aliases a conventional one (table X.2.1 of ARB_vertex_program).
fn generic(attribute: Attribute) -> Option<u32> {
    match attribute {
        Attribute::Position => Some(0),
        Attribute::Weight(0) => Some(1),
        Attribute::Normal => Some(2),
        Attribute::Color => Some(3),
        Attribute::Secondary => Some(4),
        Attribute::Fogcoord => Some(5),
        Attribute::Texcoord(n) => Some(8 + n),
        _ => None,
    }
}
