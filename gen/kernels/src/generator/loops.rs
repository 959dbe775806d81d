//! Random statements that assign one signal in loops, bit by bit or iteration by iteration.

use super::expression::WIDEST;
use super::kernel::Draft;
use super::tree::{Expr, Int, Lane, Operand, Stmt, Type, Value};

impl Draft<'_> {
    /// Adds two nested loops over one array.
    pub(super) fn nested(&mut self) {
        let (rows, columns) = (self.random.between(1, 3), self.random.between(1, 3));
        let ty = self.new_type();
        let target = self.target(Some(rows * columns), ty);
        let row_bound = self.bound(rows);
        let outer = self.within_loop(row_bound, rows as u64 - 1, |draft, row| {
            let to = draft.bound(columns);
            vec![draft.within_loop(to, columns as u64 - 1, |draft, column| {
                let first = Int::Binary('*', row.into(), Int::Number(columns as u64).into());
                let lane = Int::Binary('+', first.into(), column.into());
                draft.body(target, &Some(lane), 1, true)
            })]
        });
        self.finish(target, vec![outer]);
    }

    /// Adds an array whose elements are replaced bit by bit, possibly chained with another array.
    pub(super) fn crossed(&mut self) {
        let (rows, width) = (self.random.between(1, 4), self.random.between(1, 4));
        let target = self.target(Some(rows), Type::Bits(width));
        let first = (self.chained && self.random.percent(50)).then(|| {
            let ty = self.new_type();
            self.target(Some(rows), ty)
        });
        let row_bound = self.bound(rows);
        let outer = self.within_loop(row_bound, rows as u64 - 1, |draft, row| {
            let lane = Some(row.clone());
            let mut body = Vec::new();
            if let Some(first) = first {
                body = draft.body(first, &lane, 1, true);
            }
            let to = draft.bound(width);
            body.push(draft.within_loop(to, width as u64 - 1, |draft, at| {
                let bit = draft.expr(Type::Bool);
                let own = Expr::Read(target, Some(Lane::Int(row)));
                let value = Expr::Replace(own.into(), Operand::Int(at), bit.into());
                vec![Stmt::Assign(target, lane, Value::Expr(value))]
            }));
            body
        });
        self.finish(target, vec![outer]);
        if let Some(first) = first {
            self.finish(first, vec![]);
        }
    }

    /// Adds a number that is replaced bit by bit.
    pub(super) fn bit_by_bit(&mut self) {
        let width = self.random.between(1, 12);
        let target = self.target(None, Type::Bits(width));
        let replaced = |draft: &mut Self, at: Int| {
            let bit = draft.expr(Type::Bool);
            let own = Expr::Read(target, None);
            let value = Expr::Replace(own.into(), Operand::Int(at), bit.into());
            Stmt::Assign(target, None, Value::Expr(value))
        };
        let body = if width <= 3 {
            (0..width).map(|at| replaced(self, Int::Number(at as u64))).collect()
        } else {
            let to = self.bound(width);
            vec![self.within_loop(to, width as u64 - 1, |draft, at| vec![replaced(draft, at)])]
        };
        self.finish(target, body);
    }

    /// Adds a number that a loop accumulates.
    pub(super) fn accumulated(&mut self) {
        let width = self.scope().width(WIDEST);
        let ty = Type::Bits(width);
        let target = self.target(None, ty);
        let first = Stmt::Assign(target, None, self.fitting_value(ty));
        let turns = self.random.between(1, 5);
        let to = self.bound(turns);
        self.readable.push(target);
        let repeat =
            self.within_loop(to, turns as u64 - 1, |draft, _| draft.body(target, &None, 1, false));
        self.readable.retain(|&id| id != target);
        self.finish(target, vec![first, repeat]);
    }
}
