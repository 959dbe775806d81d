//! The generic code of this crate for every kind of signal. A description that is compiled without
//! optimisation calls this code, which is optimised.

use super::{
    Array, Bits, Element, Inputs, Join, LutMemory, Memory, Net, Optional, Parameter, Pins,
};
use super::{Port, Register, Signed, Wire};
use rust_hdl_core::prelude::{Block, In, Local, Out};
use std::ops::{Index, IndexMut};

/// Makes the compiler generate these functions.
macro_rules! generate {
    ($($function:expr;)*) => {
        $( std::hint::black_box($function as *const ()); )*
    };
}

fn block<B: Block>() {
    generate! {
        B::update_all;
        B::has_changed;
    }
}

fn signal<S: Element + Net + Port + Pins<Net = S>>() {
    block::<S>();
    block::<Array<S>>();
    generate! {
        S::drive;
        S::read;
        S::get;
        S::set;
        S::pins;
        Array::<S>::new;
        Array::<S>::drive;
        Array::<S>::read;
        Array::<S>::pins;
        <Array<S> as Index<usize>>::index;
        <Array<S> as IndexMut<usize>>::index_mut;
    }
}

fn input<S: Element + Inputs>() {
    block::<Optional<S>>();
    generate! {
        S::enter;
        Array::<S>::enter;
        Optional::<S>::enter;
        Optional::<Array<S>>::enter;
    }
}

fn joined<P: Join<Q>, Q>() {
    generate! {
        P::join;
        P::join_peer;
    }
}

fn connected<P, Q>()
where
    P: Element + Net<Value = Q::Value> + Pins<Net = P>,
    Q: Element + Net + Pins<Net = Q>,
{
    joined::<P, Q>();
    joined::<P, Array<Q>>();
    joined::<Array<P>, Q>();
    joined::<Array<P>, Array<Q>>();
    joined::<Optional<P>, Optional<Q>>();
    joined::<Optional<Array<P>>, Optional<Array<Q>>>();
}

macro_rules! of_values {
    ($($value:ty),*) => { $(
        signal::<Wire<In, $value>>();
        signal::<Wire<Out, $value>>();
        signal::<Wire<Local, $value>>();
        signal::<Register<$value>>();
        input::<Wire<In, $value>>();
        input::<Wire<Out, $value>>();
        block::<Memory<$value>>();
        block::<LutMemory<$value>>();
        connected::<Wire<In, $value>, Wire<In, $value>>();
        connected::<Wire<In, $value>, Wire<Out, $value>>();
        connected::<Wire<In, $value>, Wire<Local, $value>>();
        connected::<Wire<In, $value>, Register<$value>>();
        connected::<Wire<Out, $value>, Wire<In, $value>>();
        connected::<Wire<Out, $value>, Wire<Out, $value>>();
        connected::<Wire<Out, $value>, Wire<Local, $value>>();
        connected::<Register<$value>, Wire<In, $value>>();
        connected::<Register<$value>, Wire<Out, $value>>();
        connected::<Register<$value>, Wire<Local, $value>>();
        generate! {
            Wire::<In, $value>::new;
            Wire::<Out, $value>::new;
            Wire::<Local, $value>::new;
            Wire::<In, $value>::val;
            Wire::<Out, $value>::val;
            Wire::<Local, $value>::val;
            Register::<$value>::new;
            Register::<$value>::output;
            Register::<$value>::val;
            Memory::<$value>::new;
            Memory::<$value>::cleared;
            LutMemory::<$value>::new;
        }
    )* };
}

/// Has the generic code generated in this crate.
#[doc(hidden)]
pub fn instances() {
    of_values!(bool, Bits, Signed);
    generate! {
        Parameter::<Bits>::val;
        Parameter::<usize>::val;
        Parameter::<bool>::val;
    }
}
