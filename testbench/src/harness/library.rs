//! A built model, loaded into this process. Contains all `unsafe` code of the harness.

use std::ffi::{c_char, c_int, CStr, CString};
use std::marker::PhantomData;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex};

use tailback_spec::{Direction, PortTable};

use super::error::Error;

/// Opaque C++ object of the shim.
#[repr(C)]
struct Instance {
    _private: [u8; 0],
    _not_send: PhantomData<*mut u8>,
}

/// Functions of the shim, as defined in `shim.rs`.
struct Functions {
    new: unsafe extern "C" fn(u32) -> *mut Instance,
    free: unsafe extern "C" fn(*mut Instance),
    step: unsafe extern "C" fn(*mut Instance, u32, *const u64, *mut u64) -> c_int,
    trace_start: unsafe extern "C" fn(*mut Instance, *const c_char, u64) -> c_int,
    trace_stop: unsafe extern "C" fn(*mut Instance) -> c_int,
    error: unsafe extern "C" fn(*mut Instance) -> *const c_char,
    /// Owner of the loaded object that contains the functions.
    _object: libloading::Library,
}

/// A loaded model, from which instances are made. Cheap to clone.
#[derive(Clone)]
pub struct Library {
    functions: Arc<Functions>,
    table: Arc<PortTable>,
}

/// Lock for seeding and construction, which share process-wide state in Verilator 5.006.
static CONSTRUCTION: Mutex<()> = Mutex::new(());

impl Library {
    /// Loads the shared object that was built for a module with the ports of `table`.
    ///
    /// # Errors
    ///
    /// If the object cannot be loaded, or lacks a function of the shim ([`Error::Load`]).
    pub fn load(object: &Path, table: &PortTable) -> Result<Self, Error> {
        let failed = |error: libloading::Error| Error::Load {
            path: object.into(),
            message: error.to_string(),
        };
        // SAFETY: the object is a build of the shim; its initialisers are those of the C++ and
        // Verilator runtimes, which depend on nothing in this process.
        let library = unsafe { libloading::Library::new(object) }.map_err(failed)?;
        macro_rules! function {
            ($name:literal) => {
                // SAFETY: the shim defines the function with the type of the field that receives
                // it, and `_object` keeps it in memory as long as the pointer.
                *unsafe { library.get($name) }.map_err(failed)?
            };
        }
        let functions = Functions {
            new: function!(b"tailback_new"),
            free: function!(b"tailback_free"),
            step: function!(b"tailback_step"),
            trace_start: function!(b"tailback_trace_start"),
            trace_stop: function!(b"tailback_trace_stop"),
            error: function!(b"tailback_error"),
            _object: library,
        };
        Ok(Library { functions: Arc::new(functions), table: Arc::new(table.clone()) })
    }

    /// Ports of the module.
    pub fn table(&self) -> &PortTable {
        &self.table
    }

    /// A new instance, whose registers hold random initial values determined by `seed`.
    ///
    /// # Errors
    ///
    /// If the model fails during its construction ([`Error::Simulation`]).
    pub fn instance(&self, seed: u64) -> Result<Dut, Error> {
        let _construction = CONSTRUCTION.lock().unwrap_or_else(|lock| lock.into_inner());
        // SAFETY: `new` has no requirement besides the lock.
        let instance = unsafe { (self.functions.new)(random_seed(seed)) };
        let instance = NonNull::new(instance)
            .ok_or_else(|| Error::Simulation("it failed before the first cycle".into()))?;
        Ok(Dut {
            functions: self.functions.clone(),
            instance,
            inputs: self.table.words(Direction::Input),
            outputs: self.table.words(Direction::Output),
        })
    }
}

/// Seed for Verilator: 31 bits, of which 0 means "any".
fn random_seed(seed: u64) -> u32 {
    const SEEDS: u64 = (1 << 31) - 1;
    (seed % SEEDS) as u32 + 1
}

/// One instance of the design under test.
pub struct Dut {
    functions: Arc<Functions>,
    instance: NonNull<Instance>,
    inputs: usize,
    outputs: usize,
}

// SAFETY: an instance refers to no thread after its construction; the runtime's thread-local state
// serves only construction and error messages.
unsafe impl Send for Dut {}

impl Dut {
    /// One clock cycle: computes `outputs` from `inputs`, then applies the rising clock edge.
    ///
    /// # Errors
    ///
    /// If the simulation of the Verilog stops by itself ([`Error::Simulation`]).
    ///
    /// # Panics
    /// If an image does not have the size that the port table gives.
    #[inline]
    pub fn step(&mut self, reset: bool, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Error> {
        assert!(inputs.len() == self.inputs && outputs.len() == self.outputs);
        // SAFETY: the instance is alive, access to it is exclusive, and the images have the sizes
        // with which the shim was generated.
        let stopped = unsafe {
            (self.functions.step)(
                self.instance.as_ptr(),
                reset.into(),
                inputs.as_ptr(),
                outputs.as_mut_ptr(),
            )
        };
        match stopped {
            0 => Ok(()),
            _ => Err(Error::Simulation(self.error())),
        }
    }

    /// Starts a waveform whose time begins at `time`.
    ///
    /// # Errors
    ///
    /// If the file cannot be created, or the model was built without waveforms ([`Error::Output`]).
    pub fn trace_start(&mut self, path: &Path, time: u64) -> Result<(), Error> {
        let failed = |why: String| Error::output(path, std::io::Error::other(why));
        let name = CString::new(path.as_os_str().as_bytes());
        let name = name.map_err(|error| failed(error.to_string()))?;
        // SAFETY: the instance is alive, access to it is exclusive, and the name ends with a zero.
        match unsafe { (self.functions.trace_start)(self.instance.as_ptr(), name.as_ptr(), time) } {
            0 => Ok(()),
            _ => Err(failed(self.error())),
        }
    }

    /// Ends the waveform; `path` names it in errors.
    ///
    /// # Errors
    ///
    /// If the waveform was not written completely ([`Error::DiskFull`], [`Error::Output`]).
    pub fn trace_stop(&mut self, path: &Path) -> Result<(), Error> {
        // SAFETY: the instance is alive, and access to it is exclusive.
        match unsafe { (self.functions.trace_stop)(self.instance.as_ptr()) } {
            0 => Ok(()),
            _ if self.error().contains("No space left") => Err(Error::DiskFull(path.into())),
            _ => Err(Error::output(path, std::io::Error::other(self.error()))),
        }
    }

    fn error(&self) -> String {
        // SAFETY: the instance is alive, and its text stays valid until the next call.
        let text = unsafe { CStr::from_ptr((self.functions.error)(self.instance.as_ptr())) };
        text.to_string_lossy().into_owned()
    }
}

impl Drop for Dut {
    fn drop(&mut self) {
        let _construction = CONSTRUCTION.lock().unwrap_or_else(|lock| lock.into_inner());
        // SAFETY: the instance is alive, and is not used again.
        unsafe { (self.functions.free)(self.instance.as_ptr()) };
    }
}
