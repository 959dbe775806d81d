//! Objects with reusable indices.

/// Objects that exist for a while, each with an index that is reused afterwards.
#[derive(Debug)]
pub(super) struct Pool<T> {
    all: Vec<T>,
    unused: Vec<u32>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool { all: Vec::new(), unused: Vec::new() }
    }
}

impl<T> Pool<T> {
    pub fn add(&mut self, one: T) -> u32 {
        match self.unused.pop() {
            Some(number) => {
                self.all[number as usize] = one;
                number
            }
            None => {
                self.all.push(one);
                self.all.len() as u32 - 1
            }
        }
    }

    pub fn remove(&mut self, number: u32) {
        self.unused.push(number);
    }

    #[inline]
    pub fn get(&self, number: u32) -> &T {
        &self.all[number as usize]
    }

    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut T {
        &mut self.all[number as usize]
    }

    pub fn len(&self) -> usize {
        self.all.len() - self.unused.len()
    }
}
