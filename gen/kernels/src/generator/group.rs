//! Random statements that assign one signal completely, in the forms that kernels use.

use super::expression::WIDEST;
use super::kernel::Draft;
use super::tree::{Binary, Expr, Int, Operand, Role, Stmt, Type, Value};

impl Draft<'_> {
    pub(super) fn expr(&mut self, ty: Type) -> Expr {
        let depth = if self.random.percent(20) { 0 } else { self.random.between(1, self.depth) };
        self.scope().value(ty, depth)
    }

    /// Draws a value that fits a signal of this type.
    pub(super) fn fitting_value(&mut self, ty: Type) -> Value {
        match ty {
            Type::Bits(width) => match self.random.below(20) {
                0 => Value::Int(self.scope().int_below(1 << width.min(62))),
                1 => {
                    let limit = 1 << width.saturating_sub(1).min(20);
                    Value::Negative(self.random.between(1, limit) as u32)
                }
                2 | 3 => self.shifted(width),
                4 | 5 => {
                    let narrow = self.scope().width(width);
                    Value::Expr(self.expr(Type::Bits(narrow)))
                }
                _ => Value::Expr(self.expr(ty)),
            },
            Type::Signed(width) if self.random.percent(25) => {
                let narrow = self.scope().width(width);
                Value::Expr(self.expr(Type::Signed(narrow)))
            }
            _ => Value::Expr(self.expr(ty)),
        }
    }

    /// Draws `x >> amount`, of which the target receives the low bits.
    fn shifted(&mut self, width: usize) -> Value {
        let wide = self.random.between(width, WIDEST);
        let wider: Vec<usize> = self.readable.clone();
        let fields = &self.kernel.fields;
        let fits = |&id: &usize| matches!(fields[id].ty, Type::Bits(w) if w >= width && w > 0);
        let sources: Vec<usize> = wider.into_iter().filter(fits).collect();
        let base = if sources.is_empty() || self.random.percent(1) {
            self.expr(Type::Bits(wide))
        } else {
            let source = *self.random.pick(&sources);
            self.scope().read_for_bits(source)
        };
        let by = if self.random.percent(99) {
            Operand::Int(Int::Number(self.random.below(WIDEST / 2) as u64))
        } else {
            let bits = self.random.between(1, 7);
            Operand::Value(self.scope().bits(bits, 0).into())
        };
        Value::Expr(Expr::Binary(Binary::Shr, base.into(), by))
    }

    /// Draws statements that assign `target`, on every path if `all`, with `levels` of nested
    /// choices.
    pub(super) fn body(
        &mut self,
        target: usize,
        lane: &Option<Int>,
        levels: usize,
        all: bool,
    ) -> Vec<Stmt> {
        let ty = self.kernel.fields[target].ty;
        let form = if levels == 0 { 0 } else { self.random.below(8) };
        match form {
            4 | 5 => {
                let condition = self.expr(Type::Bool);
                let then = self.body(target, lane, levels - 1, all);
                let otherwise = if all || self.random.percent(50) {
                    self.body(target, lane, levels - 1, all)
                } else {
                    Vec::new()
                };
                vec![Stmt::If(condition, then, otherwise)]
            }
            6 => {
                let width = self.random.between(1, 5);
                let subject = self.scope().bits(width, 1);
                let mut arms: Vec<(u64, Vec<Stmt>)> = Vec::new();
                for _ in 0..self.random.between(1, 3) {
                    let label = self.random.below(1 << width) as u64;
                    if arms.iter().all(|(other, _)| *other != label) {
                        arms.push((label, self.body(target, lane, 0, all)));
                    }
                }
                let default = self.body(target, lane, levels - 1, all);
                vec![Stmt::Match(subject, arms, default)]
            }
            7 => {
                let first = Stmt::Assign(target, lane.clone(), self.fitting_value(ty));
                let condition = self.expr(Type::Bool);
                // An output or local is readable once it is assigned.
                let own = lane.is_none() && self.combines(target);
                if own {
                    self.readable.push(target);
                }
                let then = self.body(target, lane, levels - 1, false);
                if own {
                    self.readable.retain(|&id| id != target);
                }
                vec![first, Stmt::If(condition, then, vec![])]
            }
            _ => vec![Stmt::Assign(target, lane.clone(), self.fitting_value(ty))],
        }
    }

    fn combines(&self, target: usize) -> bool {
        matches!(self.kernel.fields[target].role, Role::Output | Role::Local)
    }

    pub(super) fn target(&mut self, lanes: Option<usize>, ty: Type) -> usize {
        let role = if self.chained && self.random.percent(60) { Role::Local } else { Role::Output };
        self.field(role, lanes, ty, 0)
    }

    fn variable(&self) -> String {
        ["i", "j", "k"][self.loops.len()].into()
    }

    pub(super) fn within_loop(
        &mut self,
        to: Int,
        last: u64,
        inside: impl FnOnce(&mut Self, Int) -> Vec<Stmt>,
    ) -> Stmt {
        let variable = self.variable();
        self.loops.push((variable.clone(), 0, last));
        let body = inside(self, Int::Variable(variable.clone()));
        self.loops.pop();
        Stmt::For(variable, Int::Number(0), to, body)
    }

    /// Draws a loop bound of the value `lanes`, as a `count` if there is one.
    pub(super) fn bound(&mut self, lanes: usize) -> Int {
        let count = self.readable.iter().copied().find(|&id| {
            let field = &self.kernel.fields[id];
            field.role == Role::Count && field.value == lanes as u128
        });
        count.map_or(Int::Number(lanes as u64), Int::Count)
    }

    /// Adds an output or local, with the statements that assign it.
    pub fn combinational(&mut self) {
        let plain = if self.chained { 55 } else { 85 };
        if self.random.percent(plain) {
            let ty = self.new_type();
            let target = self.target(None, ty);
            let levels =
                if self.random.percent(if self.chained { 50 } else { 15 }) { 2 } else { 0 };
            let body = self.body(target, &None, levels, true);
            return self.finish(target, body);
        }
        match self.random.below(6) {
            0 => self.bit_by_bit(),
            1 => self.accumulated(),
            2 => self.nested(),
            3 => self.crossed(),
            _ => {
                let count =
                    self.readable.iter().find(|&&id| self.kernel.fields[id].role == Role::Count);
                let count = count.map_or(1, |&id| self.kernel.fields[id].value as usize);
                let lanes = if self.random.percent(60) { count } else { self.random.between(1, 5) };
                let ty = self.new_type();
                let target = self.target(Some(lanes), ty);
                let body = self.lanes(target, lanes);
                self.finish(target, vec![body]);
            }
        }
    }

    pub(super) fn finish(&mut self, target: usize, body: Vec<Stmt>) {
        self.kernel.body.extend(body);
        if self.chained {
            self.readable.push(target);
        }
    }

    /// Draws a loop that assigns every element of an array.
    fn lanes(&mut self, target: usize, lanes: usize) -> Stmt {
        let to = self.bound(lanes);
        let mirrored = self.random.percent(15);
        self.within_loop(to, lanes as u64 - 1, |draft, turn| {
            let lane = if mirrored {
                Int::Binary('-', Int::Number(lanes as u64 - 1).into(), turn.into())
            } else {
                turn
            };
            let levels = draft.random.below(2);
            draft.body(target, &Some(lane), levels, true)
        })
    }

    /// Adds the statements that assign a register.
    pub fn register(&mut self, register: usize) {
        let Some(lanes) = self.kernel.fields[register].lanes else {
            if self.random.percent(30) {
                return self.joint(register);
            }
            let body = self.body(register, &None, 2, false);
            return self.kernel.body.extend(body);
        };
        let written_by_index = self.random.percent(40);
        let body = if written_by_index {
            let to = self.bound(lanes);
            self.within_loop(to, lanes as u64 - 1, |draft, turn| {
                let enough = (usize::BITS - (lanes - 1).leading_zeros()).max(1) as usize;
                let selector = draft.random.between(enough, 5);
                let selector = draft.scope().bits(selector, 0);
                let Int::Variable(name) = &turn else { return Vec::new() };
                let operand = Operand::Int(Int::Variable(name.clone()));
                let here = Expr::Binary(Binary::Eq, selector.into(), operand);
                let body = draft.body(register, &Some(turn), 0, true);
                vec![Stmt::If(here, body, vec![])]
            })
        } else {
            self.lanes(register, lanes)
        };
        self.kernel.body.push(body);
    }

    /// Assigns a register and a signal under one condition.
    fn joint(&mut self, register: usize) {
        let ty = self.new_type();
        let target = self.target(None, ty);
        let condition = self.expr(Type::Bool);
        let mut then = self.body(target, &None, 0, true);
        then.extend(self.body(register, &None, 1, false));
        let mut otherwise = Vec::new();
        if self.random.percent(50) {
            otherwise.extend(self.body(register, &None, 0, false));
        }
        otherwise.extend(self.body(target, &None, 1, true));
        self.finish(target, vec![Stmt::If(condition, then, otherwise)]);
    }
}
