//! Both ends of a link together.

mod lossy_link;
