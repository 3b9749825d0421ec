//! Bindings of attributes and results.

use super::{ParseResult, ProgramAttribute, ProgramError, ProgramOutput, ProgramReader};
use crate::assembly::limits;

impl ProgramReader<'_> {
    /// Returns true if an attribute begins here.
    pub(super) fn is_at_attribute(&self) -> bool {
        let own = if self.program.level.fragment { "fragment" } else { "vertex" };
        self.is_next(own) && self.peek_ahead(1).text == "."
    }

    /// Reads `fragment.item` or `vertex.item`.
    pub(super) fn read_attribute(&mut self) -> ParseResult<ProgramAttribute> {
        let start = self.next().at;
        self.expect_sign(".")?;
        let item = self.peek();
        let attribute =
            if self.program.level.fragment { self.read_fragment_item()? } else { self.read_vertex_item(item.at)? };
        self.bind_attribute(attribute, start)?;
        Ok(attribute)
    }

    fn read_fragment_item(&mut self) -> ParseResult<ProgramAttribute> {
        match self.expect_word("an attribute of fragments")?.text {
            "color" => Ok(if self.read_secondary() { ProgramAttribute::Secondary } else { ProgramAttribute::Color }),
            "texcoord" => Ok(ProgramAttribute::Texcoord(self.read_texcoord()?)),
            "fogcoord" => Ok(ProgramAttribute::Fogcoord),
            "position" => Ok(ProgramAttribute::Position),
            "facing" if self.program.level.option2 => Ok(ProgramAttribute::Facing),
            _ => {
                self.at -= 1;
                Err(self.unexpected_token("color, texcoord, fogcoord or position"))
            }
        }
    }

    fn read_vertex_item(&mut self, at: usize) -> ParseResult<ProgramAttribute> {
        match self.expect_word("an attribute of vertices")?.text {
            "position" => Ok(ProgramAttribute::Position),
            "weight" => {
                let n = self.read_optional_index("weight", limits::VERTEX_UNITS)?;
                Ok(ProgramAttribute::Weight(check_fourth(n, at)?))
            }
            "normal" => Ok(ProgramAttribute::Normal),
            "color" => Ok(if self.read_secondary() { ProgramAttribute::Secondary } else { ProgramAttribute::Color }),
            "fogcoord" => Ok(ProgramAttribute::Fogcoord),
            "texcoord" => Ok(ProgramAttribute::Texcoord(self.read_texcoord()?)),
            "matrixindex" => {
                let n = self.read_index("matrix index", limits::VERTEX_UNITS)?;
                Ok(ProgramAttribute::MatrixIndex(check_fourth(n, at)?))
            }
            "attrib" => Ok(ProgramAttribute::Generic(self.read_index("attribute", limits::VERTEX_ATTRIBUTES)?)),
            _ => {
                self.at -= 1;
                Err(self.unexpected_token("an attribute of vertices"))
            }
        }
    }

    /// Reads the number of `texcoord` or `texcoord[n]`.
    fn read_texcoord(&mut self) -> ParseResult<u32> {
        self.read_optional_index("texture coordinates", limits::TEXTURE_COORDS)
    }

    /// Reads an optional `.primary` or `.secondary`; returns true for the latter.
    fn read_secondary(&mut self) -> bool {
        let kind = self.peek_ahead(1).text;
        let said = self.is_next(".") && matches!(kind, "primary" | "secondary");
        if said {
            self.at += 2;
        }
        said && kind == "secondary"
    }

    /// Records an attribute once, and refuses pairs that alias each other, because setting one
    /// leaves the other undefined.
    pub(super) fn bind_attribute(&mut self, attribute: ProgramAttribute, at: usize) -> ParseResult<()> {
        let other = self.find_bound_alias(attribute);
        if other == Some(attribute) {
            return Ok(());
        }
        if other.is_some() && !self.program.level.fragment {
            let ((ProgramAttribute::Generic(n), _) | (_, Some(n))) = (attribute, attribute.generic_alias()) else {
                return Ok(());
            };
            let message =
                format!("vertex.attrib[{n}] and the conventional attribute that it aliases are both bound; bind one");
            return Err(ProgramError::new(at, message));
        }
        self.program.attributes.push(attribute);
        Ok(())
    }

    /// Returns the bound attribute that is this one, by the same or another name.
    pub(super) fn find_bound_alias(&self, attribute: ProgramAttribute) -> Option<ProgramAttribute> {
        let bound = &self.program.attributes;
        let same = bound.iter().find(|known| **known == attribute);
        let alias = || bound.iter().find(|known| known.is_alias_of(attribute));
        same.or_else(alias).copied()
    }

    /// Reads `result.item`.
    pub(super) fn read_output(&mut self) -> ParseResult<ProgramOutput> {
        if !self.is_next("result") {
            return Err(self.unexpected_token("a result"));
        }
        self.next();
        self.expect_sign(".")?;
        let item = self.expect_word("a result")?;
        let fragment = self.program.level.fragment;
        match item.text {
            "color" if fragment && self.program.options.draw_buffers && self.is_next("[") => {
                Ok(ProgramOutput::Color(self.read_index("draw buffer", limits::DRAW_BUFFERS)?, true))
            }
            "color" if fragment => Ok(ProgramOutput::Color(0, false)),
            "depth" if fragment => Ok(ProgramOutput::Depth),
            "position" if !fragment && self.program.options.position_invariant => Err(ProgramError::new(
                item.at,
                "'position' is OpenGL's with OPTION ARB_position_invariant; leave one of the two out",
            )),
            "position" if !fragment => Ok(ProgramOutput::Position),
            "fogcoord" if !fragment => Ok(ProgramOutput::Fogcoord),
            "pointsize" if !fragment => Ok(ProgramOutput::PointSize),
            "texcoord" if !fragment => Ok(ProgramOutput::Texcoord(self.read_texcoord()?)),
            "clip" if self.program.level.has_condition_codes() && !fragment => {
                Ok(ProgramOutput::Clip(self.read_index("clip plane", limits::CLIP_DISTANCES)?))
            }
            "color" => {
                let back = self.is_next(".") && self.peek_ahead(1).text == "back";
                if back || self.is_next(".") && self.peek_ahead(1).text == "front" {
                    self.at += 2;
                }
                Ok(ProgramOutput::Side(back, self.read_secondary()))
            }
            _ => {
                self.at -= 1;
                Err(self.unexpected_token(match fragment {
                    true => "color or depth",
                    false => "position, color, fogcoord, pointsize or texcoord",
                }))
            }
        }
    }
}

fn check_fourth(n: u32, at: usize) -> ParseResult<u32> {
    match n % 4 {
        0 => Ok(n),
        _ => Err(ProgramError::new(at, format!("the number {n} is given, it must be divisible by four"))),
    }
}
