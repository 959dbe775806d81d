//! Pool of free pages.

use super::sizes::{page_bits, pages};
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Allocates the free pages of an input buffer.
    ///
    /// Pages circulate: they are taken first in the order of their numbers, and from then on in
    /// the order in which they were freed, so that no memory is written after reset. The parent
    /// takes a page only if one is free.
    ///
    /// The next page to be taken is in a register, and `give` is known late: a freed page is
    /// stored in the next cycle, or taken in that cycle if no other one is free.
    pub struct PagePool(config: &InputBuffer) as "tailback_buffer_pool" {
        /// Last address of the list of freed pages.
        count last = pages(config) - 1;

        /// Page `page` is taken.
        input take;
        /// A page becomes free.
        input give;
        /// Page that becomes free; it may be taken from the next cycle on.
        input given[page_bits(config)];
        /// Next page to be taken.
        output page[page_bits(config)];

        /// No free page is stored behind register `head`.
        local none_stored;
        /// Page at address `take_at`.
        local fetched[page_bits(config)];
        /// The page that became free in the previous cycle need not be stored.
        local passes;
        /// Next page to be taken; invalid while `vacant`.
        reg head[page_bits(config)];
        /// Register `head` holds no free page.
        reg vacant;
        /// A page became free in the previous cycle.
        reg came_back;
        /// Page that became free in the previous cycle.
        reg returning[page_bits(config)];
        /// Address of the page to be taken after that in `head`.
        reg take_at[page_bits(config)] = 1;
        /// Address of the next freed page to be stored.
        reg give_at[page_bits(config)];
        /// All addresses have been taken from at least once.
        reg around;
        /// Pages in the order in which they became free. The entry at `give_at` is unused, so a page is
        /// written there even if it need not be stored.
        lut_memory(pages(config)) returned[page_bits(config)];
    }
    connect {
        returned: write = came_back, write_address = give_at, write_data = returning,
            read_address = take_at;
    }
}

impl Logic for PagePool {
    #[hdl_gen]
    fn update(&mut self) {
        self.came_back.next = self.give.val();
        self.returning.next = self.given.val();
        self.page.next = self.head.val();
        if self.vacant.val() {
            self.page.next = self.returning.val();
        }

        self.none_stored.next = self.take_at.val() == self.give_at.val();
        self.passes.next = self.vacant.val() || (self.take.val() && self.none_stored.val());
        if self.came_back.val() && !self.passes.val() {
            self.give_at.next = self.give_at.val() + 1;
            if self.give_at.val() == self.last.val() {
                self.give_at.next = 0.into();
            }
        }

        comment!("In the first round, the address is the number of the page.");
        self.fetched.next = self.take_at.val();
        if self.around.val() {
            self.fetched.next = self.returned.read_data.val();
        }
        if self.vacant.val() {
            self.head.next = self.returning.val();
            self.vacant.next = !self.came_back.val() || self.take.val();
        } else if self.take.val() && self.none_stored.val() {
            self.head.next = self.returning.val();
            self.vacant.next = !self.came_back.val();
        } else if self.take.val() {
            self.head.next = self.fetched.val();
            self.take_at.next = self.take_at.val() + 1;
            if self.take_at.val() == self.last.val() {
                self.take_at.next = 0.into();
                self.around.next = true;
            }
        }
    }
}
