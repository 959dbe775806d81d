//! Modules of the switch.

mod allocator;
mod choice;
mod credits;
mod detector;
mod egress;
mod fifo_allocator;
mod forwarding;
mod ingress;
mod input_buffer;
mod marking;
mod packet_marking;
mod registers;
mod request_guard;
mod round_robin;
mod top;
