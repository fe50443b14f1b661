#pragma once

#include <signal.h>
#include <v8.h>

#include <cstdint>

namespace kernelscope {

/**
 * Where V8 compiles the functions of one thread to. V8's profiler looks up which functions are inlined at the place of a
 * call, but not at the instruction at which a sample interrupts compiled code: it names the function around them, with a
 * line of the inlined one. So it is shown a stack on which that instruction calls a native function.
 */
class SampledCode {
 public:
  /** On the thread of the isolate. */
  explicit SampledCode(v8::Isolate* isolate);

  /** Whether it is known, and this is a processor whose registers and stacks are. */
  bool isKnown() const;

  using Handler = void (*)(int, siginfo_t*, void*);

  /** Calls V8's handler of a signal with the state of the thread that its profiler is to see. Safe in handlers of signals. */
  void handleWith(Handler handler, int signal, siginfo_t* info, void* context) const;

 private:
  struct Range {
    uintptr_t begin = 0;
    uintptr_t end = 0;

    bool has(uintptr_t address) const { return address >= begin && address < end; }
  };

  bool isBuiltin(uintptr_t pc) const { return builtins_.has(pc) || copiedBuiltins_.has(pc); }
  bool isCompiled(uintptr_t pc) const { return code_.has(pc) && !isBuiltin(pc); }
  Range copyOf(const Range& builtins) const;
  bool isFunctionFrame(uintptr_t sp, uintptr_t fp) const;
  bool isAfterBuiltinCall(uintptr_t pc) const;
  uintptr_t compiledPlace(uintptr_t pc, uintptr_t sp, uintptr_t fp) const;

  Range code_;
  Range builtins_;
  Range copiedBuiltins_;
  Range stack_;
};

}  // namespace kernelscope
