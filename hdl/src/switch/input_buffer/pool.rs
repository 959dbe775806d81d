//! Pool of free pages.

use super::sizes::{page_bits, pages};
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Allocates the free pages of an input buffer.
    ///
    /// Pages circulate in a ring in block RAM. In its first round, the number of a page is its
    /// address in the ring, so that no memory is written after reset. The parent takes a page only
    /// if one has been free since the second cycle before.
    ///
    /// A page that becomes free is kept in a register until the next one becomes free, and is
    /// stored in the ring then. The ring is read ahead: the next page to be taken is in a register,
    /// and the page after that at the output of the ring. If the output is empty, the page that
    /// became free last is taken next. So a page can be taken in each cycle, and an entry of the
    /// ring is never read in the cycle in which it is written.
    pub struct PagePool(config: &InputBuffer) as "tailback_buffer_pool" {
        /// Last address of the ring.
        count last = pages(config) - 1;

        /// Page `page` is taken.
        input take;
        /// A page becomes free.
        input give;
        /// Page that becomes free; it may be taken from the second cycle after this one on.
        input given[page_bits(config)];
        /// Next page to be taken.
        output_reg page[page_bits(config)];

        /// Register `page` gets the next page.
        local moves;
        /// The page at the output of the ring moves to register `page`.
        local leaves;
        /// The page in register `kept` moves to register `page`.
        local skips;
        /// The page in register `kept` is stored in the ring.
        local stores;
        /// The ring holds no page behind its output.
        local is_empty;
        /// The next page of the ring is fetched.
        local fetches;
        /// Page at the output of the ring.
        local fetched[page_bits(config)];
        /// Register `page` holds no free page.
        reg vacant;
        /// The output of the ring holds a free page.
        reg ready = true;
        /// Address of that page.
        reg fetched_at[page_bits(config)] = 1;
        /// The number of that page is an entry of the ring; if low, its address.
        reg entered;
        /// Register `kept` holds a free page.
        reg keeps;
        /// Page that became free last.
        reg kept[page_bits(config)];
        /// Address of the page to be fetched next.
        reg take_at[page_bits(config)] = (2 % pages(config)) as u128;
        /// Address of the next page to be stored.
        reg give_at[page_bits(config)];
        /// All addresses have been fetched from at least once.
        reg around = pages(config) == 2;
        /// Pages in the order in which they became free. The entry at `give_at` is unused, so a page
        /// is written there even if it is not to be stored.
        block_memory(pages(config)) ring[page_bits(config)];
    }
    connect {
        ring: write = keeps, write_address = give_at, write_data = kept, read = fetches,
            read_address = take_at;
    }
}

impl Logic for PagePool {
    #[hdl_gen]
    fn update(&mut self) {
        self.moves.next = self.take.val() || self.vacant.val();
        self.leaves.next = self.moves.val() && self.ready.val();
        self.skips.next = self.moves.val() && !self.ready.val();

        self.is_empty.next = self.take_at.val() == self.give_at.val();
        self.fetches.next = !self.is_empty.val() && (self.moves.val() || !self.ready.val());
        if self.fetches.val() {
            self.fetched_at.next = self.take_at.val();
            self.entered.next = self.around.val();
            self.take_at.next = self.take_at.val() + 1;
            if self.take_at.val() == self.last.val() {
                self.take_at.next = 0.into();
                self.around.next = true;
            }
        }
        self.ready.next = self.fetches.val() || (self.ready.val() && !self.leaves.val());

        comment!("In the first round, the address is the number of the page.");
        self.fetched.next = self.fetched_at.val();
        if self.entered.val() {
            self.fetched.next = self.ring.read_data.val();
        }
        if self.leaves.val() {
            self.page.next = self.fetched.val();
        } else if self.skips.val() {
            self.page.next = self.kept.val();
        }
        self.vacant.next = self.skips.val() && !self.keeps.val();

        self.stores.next = self.give.val() && self.keeps.val() && !self.skips.val();
        if self.stores.val() {
            self.give_at.next = self.give_at.val() + 1;
            if self.give_at.val() == self.last.val() {
                self.give_at.next = 0.into();
            }
        }
        if self.give.val() {
            self.kept.next = self.given.val();
        }
        self.keeps.next = self.give.val() || (self.keeps.val() && !self.skips.val());
    }
}
