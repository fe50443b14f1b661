#include "sampledCode.h"

#include <pthread.h>
#include <ucontext.h>

namespace kernelscope {

namespace {

/** What V8 reads of the frame of a native function: pointers of the frame and the code that called it are at its end. */
struct NativeFrame {
  uintptr_t top = 0;
  uintptr_t slots[3] = {};
  uintptr_t callerFp = 0;
  uintptr_t callerPc = 0;
};

/** Where a function sets up its frame, or has left it: V8 takes no such samples. */
bool isAtEdge(uintptr_t pc) {
  const auto* code = reinterpret_cast<const uint8_t*>(pc);
  // push rbp; mov rbp, rsp
  const bool isFirst = code[0] == 0x55 && code[1] == 0x48 && code[2] == 0x89 && code[3] == 0xE5;
  const bool isSecond = code[0] == 0x48 && code[1] == 0x89 && code[2] == 0xE5 && code[-1] == 0x55;
  // pop rbp; ret
  const auto isRet = [](uint8_t byte) { return byte == 0xC2 || byte == 0xC3; };
  const bool isLeft = (code[0] == 0x5D && isRet(code[1])) || (isRet(code[0]) && code[-1] == 0x5D);
  return isFirst || isSecond || isLeft;
}

}  // namespace

SampledCode::SampledCode(v8::Isolate* isolate) {
  void* begin = nullptr;
  size_t length = 0;
  isolate->GetCodeRange(&begin, &length);
  code_.begin = reinterpret_cast<uintptr_t>(begin);
  code_.end = code_.begin + length;
  const void* builtins = nullptr;
  isolate->GetEmbeddedCodeRange(&builtins, &length);
  builtins_.begin = reinterpret_cast<uintptr_t>(builtins);
  builtins_.end = builtins_.begin + length;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &begin, &length) == 0) {
    stack_.begin = reinterpret_cast<uintptr_t>(begin);
    stack_.end = stack_.begin + length;
  }
  pthread_attr_destroy(&attributes);
}

bool SampledCode::isKnown() const {
#if defined(__x86_64__)
  return code_.end > code_.begin && stack_.end > stack_.begin;
#else
  return false;
#endif
}

/** Whether it is code of a function of JavaScript whose frame is at `fp`. */
bool SampledCode::isInFrame(uintptr_t pc, uintptr_t sp, uintptr_t fp) const {
  if (!isCompiled(pc) || isAtEdge(pc)) return false;
  if (fp % sizeof(uintptr_t) != 0 || fp < sp || !stack_.has(fp)) return false;
  // a function has its context there, whose lowest bit is set, and other frames their kind
  const uintptr_t context = *reinterpret_cast<const uintptr_t*>(fp - sizeof(uintptr_t));
  return (context & 1) != 0;
}

void SampledCode::handleWith(Handler handler, int signal, siginfo_t* info, void* context) const {
#if defined(__x86_64__)
  const auto& interrupted = *static_cast<const ucontext_t*>(context);
  const greg_t* registers = interrupted.uc_mcontext.gregs;
  const auto pc = static_cast<uintptr_t>(registers[REG_RIP]);
  const auto sp = static_cast<uintptr_t>(registers[REG_RSP]);
  const auto fp = static_cast<uintptr_t>(registers[REG_RBP]);
  NativeFrame frame;
  const auto top = reinterpret_cast<uintptr_t>(&frame);
  // the handler of a signal may have a stack of its own
  if (stack_.has(top) && top < sp && isInFrame(pc, sp, fp)) {
    frame.callerFp = fp;
    // V8 takes the last position before it, which suits: an interrupt comes after the instruction that took long
    frame.callerPc = pc;
    ucontext_t shown = interrupted;
    shown.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(handler);
    shown.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top);
    shown.uc_mcontext.gregs[REG_RBP] = reinterpret_cast<greg_t>(&frame.callerFp);
    return handler(signal, info, &shown);
  }
#endif
  handler(signal, info, context);
}

}  // namespace kernelscope
