// Golden models of Tailback, from C. Made from the crate `c` by cbindgen; do not edit.

#ifndef TAILBACK_H
#define TAILBACK_H

#include <stddef.h>
#include <stdint.h>

// Done; for a comparison: equal.
#define TAILBACK_OK 0

// Comparison: the values differ.
#define TAILBACK_DIFFERS 1

// An argument is NULL, no UTF-8, or out of range.
#define TAILBACK_ARGUMENT -1

// No open model has this handle.
#define TAILBACK_HANDLE -2

// The configuration cannot be read, or has problems.
#define TAILBACK_CONFIG -3

// No module or port has this name.
#define TAILBACK_NAME -4

// A value has another number of bits than its port, or bits that are neither 0 nor 1.
#define TAILBACK_BITS -5

// The golden model defines no behaviour for these inputs, or has not since its last reset.
#define TAILBACK_UNDEFINED -6

// An error of this library.
#define TAILBACK_INTERNAL -7

// A port of a golden model: `lanes` values of `width` bits, with lane 0 in the least significant
// bits.
typedef struct TailbackPort {
  // Name in the Verilog; valid until the model is closed.
  const char *name;
  // Number of values.
  uint32_t lanes;
  // Bits of a value.
  uint32_t width;
  // 1 for an input, 0 for an output.
  int32_t is_input;
} TailbackPort;

// 32 bits of a vector of type `logic`: `svLogicVecVal` of IEEE 1800.
typedef struct TailbackLogic {
  // Values of the bits.
  uint32_t aval;
  // 1 for bits that are X or Z.
  uint32_t bval;
} TailbackLogic;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Opens the golden model of a module, after reset: `block` as on Tailback's command line, `config`
// the path of a configuration. Each line of `overrides` replaces a value of it, as
// `marking.policy=naive`; NULL replaces none. Returns a handle above 0, or a negative code.
//
// # Safety
//
// Each pointer is NULL, or points to text that ends with a zero byte.
int32_t tailback_open(const char *block, const char *config, const char *overrides);

// Closes a model. Its handle is not used again.
int32_t tailback_close(int32_t model);

// The reason of the last failure or difference in this thread, in words. Valid until the next
// call.
const char *tailback_message(void);

// Number of ports of a model, or a negative code. `clock` and `reset` do not count.
int32_t tailback_ports(int32_t model);

// Describes a port, from 0 on: inputs, then outputs.
//
// # Safety
//
// `port` is NULL, or points to a `TailbackPort`.
int32_t tailback_port(int32_t model, int32_t index, struct TailbackPort *port);

// Sets an input of the cycles from now on: `count` words of 64 bits, least significant first, as
// many as the port needs. Inputs that are not set are 0.
//
// # Safety
//
// `port` is NULL, or points to text that ends with a zero byte; `words` is NULL, or points to
// `count` words.
int32_t tailback_set(int32_t model, const char *port, const uint64_t *words, size_t count);

// Reads an output of the last cycle: `count` words of 64 bits, least significant first, as many
// as the port needs.
//
// # Safety
//
// `port` is NULL, or points to text that ends with a zero byte; `words` is NULL, or points to
// `count` words.
int32_t tailback_get(int32_t model, const char *port, uint64_t *words, size_t count);

// Runs one clock cycle: computes the outputs that belong to the inputs, and then applies the
// clock edge.
int32_t tailback_cycle(int32_t model);

// Applies a clock edge with `reset`, in place of the edge of the cycle before.
int32_t tailback_reset(int32_t model);

// Sets an input of the cycles from now on to the lowest `bits` bits of a vector.
//
// # Safety
//
// `port` is NULL, or points to text that ends with a zero byte; `value` is NULL, or points to a
// vector of at least `bits` bits.
int32_t tailback_dpi_set(int32_t model,
                         const char *port,
                         int32_t bits,
                         const struct TailbackLogic *value);

// Compares the lowest `bits` bits of a vector with an output of the last cycle. Bits that are X
// or Z differ. Returns `TAILBACK_OK`, `TAILBACK_DIFFERS`, or a negative code.
//
// # Safety
//
// As `tailback_dpi_set`.
int32_t tailback_dpi_check(int32_t model,
                           const char *port,
                           int32_t bits,
                           const struct TailbackLogic *value);

// Reads an output of the last cycle into the lowest `bits` bits of a vector.
//
// # Safety
//
// As `tailback_dpi_set`.
int32_t tailback_dpi_get(int32_t model,
                         const char *port,
                         int32_t bits,
                         struct TailbackLogic *value);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TAILBACK_H */
