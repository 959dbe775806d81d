//! Arrays of a run-time number of signals or submodules.

use super::declaration::{atom, Declaration};
use super::signal::{Element, Port};
use super::simulate::Inputs;
use super::value::Bits;
use rust_hdl_core::prelude::{Atom, AtomKind, Block, Logic, Probe};
use std::ops::{Index, IndexMut};

/// An array of a run-time number of equal signals.
///
/// A read beyond the end returns the last element, in Rust as in the Verilog.
pub struct Array<S: Element> {
    elements: Vec<S>,
    declaration: Declaration,
    id: usize,
}

impl<S: Element> Array<S> {
    /// An array of `lanes` signals, or of one if `lanes` is 0.
    pub fn new(lanes: usize, make: &dyn Fn() -> S) -> Self {
        let elements: Vec<S> = (0..lanes.max(1)).map(|_| make()).collect();
        let declaration =
            Declaration { lanes: Some(elements.len()), ..elements[0].declaration().clone() };
        let id = elements[0].id();
        Array { elements, declaration, id }
    }

    /// Updates the declaration of the array after a change to its elements.
    pub(super) fn declare_as_elements(&mut self) {
        let lanes = self.declaration.lanes;
        self.declaration = Declaration { lanes, ..self.elements[0].declaration().clone() };
    }

    pub(super) fn elements_mut(&mut self) -> &mut [S] {
        &mut self.elements
    }
}

impl<S: Element> Index<usize> for Array<S> {
    type Output = S;

    fn index(&self, index: usize) -> &S {
        &self.elements[index.min(self.elements.len() - 1)]
    }
}

impl<S: Element> IndexMut<usize> for Array<S> {
    fn index_mut(&mut self, index: usize) -> &mut S {
        let last = self.elements.len() - 1;
        &mut self.elements[index.min(last)]
    }
}

impl<S: Element> Logic for Array<S> {
    fn update(&mut self) {}
}

impl<S: Element> Block for Array<S> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        for element in &mut self.elements {
            element.update_all();
        }
    }

    fn has_changed(&self) -> bool {
        self.elements.iter().any(Block::has_changed)
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl<S: Element + Inputs> Inputs for Array<S> {
    fn enter(&mut self) -> bool {
        self.elements.iter_mut().fold(false, |differs, element| element.enter() | differs)
    }
}

impl<S: Element> Atom for Array<S> {
    atom!(AtomKind::LocalSignal);
}

/// All elements as one number, element 0 in the least significant bits.
impl<S: Element + Port> Port for Array<S> {
    fn drive(&mut self, bits: Bits) {
        let width = self.declaration.width;
        for (lane, element) in self.elements.iter_mut().enumerate() {
            element.drive((bits.clone() >> (lane * width)).resize(width));
        }
    }

    fn read(&self) -> Bits {
        let width = self.declaration.width;
        let mut all = Bits::new(width * self.elements.len(), 0);
        for (lane, element) in self.elements.iter().enumerate() {
            all = all.clone() | (element.read().resize(all.width()) << (lane * width));
        }
        all
    }
}

/// An array of a run-time number of submodules with the same type and parameters.
pub struct Blocks<B: Block> {
    elements: Vec<B>,
}

impl<B: Block> Blocks<B> {
    /// An array of `count` submodules. If `count` is 0, the kernel must not use it.
    pub fn new(count: usize, make: &dyn Fn() -> B) -> Self {
        Blocks { elements: (0..count).map(|_| make()).collect() }
    }

    pub(super) fn elements_mut(&mut self) -> &mut [B] {
        &mut self.elements
    }
}

impl<B: Block> Index<usize> for Blocks<B> {
    type Output = B;

    fn index(&self, index: usize) -> &B {
        &self.elements[index.min(self.elements.len() - 1)]
    }
}

impl<B: Block> IndexMut<usize> for Blocks<B> {
    fn index_mut(&mut self, index: usize) -> &mut B {
        let last = self.elements.len() - 1;
        &mut self.elements[index.min(last)]
    }
}

impl<B: Block> Logic for Blocks<B> {
    fn update(&mut self) {}
}

impl<B: Block> Block for Blocks<B> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        self.elements.iter_mut().for_each(Block::update_all);
    }

    fn has_changed(&self) -> bool {
        self.elements.iter().any(Block::has_changed)
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        for (index, element) in self.elements.iter().enumerate() {
            element.accept(&format!("{name}${index}"), probe);
        }
    }
}
