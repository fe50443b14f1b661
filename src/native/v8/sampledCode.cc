#include "sampledCode.h"

#include <pthread.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace kernelscope {

namespace {

/** What V8 reads of the frame of a native function: pointers of the frame and the code that called it are at its end. */
struct NativeFrame {
  uintptr_t top = 0;
  uintptr_t slots[3] = {};
  uintptr_t callerFp = 0;
  uintptr_t callerPc = 0;
};

/** The least that memory is mapped in, bytes. */
constexpr uintptr_t PAGE_BYTES = 4096;

/** Bytes of the longest instruction by which compiled code calls a builtin. */
constexpr size_t LONGEST_CALL = 7;

/** Copies memory that may be gone, as V8 frees code on other threads; false if it is. Safe in handlers of signals. */
bool copyFrom(uintptr_t address, void* bytes, size_t length) {
  const iovec local = {bytes, length};
  const iovec remote = {reinterpret_cast<void*>(address), length};
  const int error = errno;
  const ssize_t copied = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  errno = error;
  return copied == static_cast<ssize_t>(length);
}

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
  copiedBuiltins_ = copyOf(builtins_);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &begin, &length) == 0) {
    stack_.begin = reinterpret_cast<uintptr_t>(begin);
    stack_.end = stack_.begin + length;
  }
  pthread_attr_destroy(&attributes);
}

/** Where V8 has copied its builtins to, for short calls of them: to a page of the range of code. */
SampledCode::Range SampledCode::copyOf(const Range& builtins) const {
  const size_t length = builtins.end - builtins.begin;
  const auto isCopy = [&builtins](uintptr_t page) {
    char bytes[PAGE_BYTES];
    return copyFrom(page, bytes, sizeof bytes) &&
           std::memcmp(bytes, reinterpret_cast<const void*>(builtins.begin), sizeof bytes) == 0;
  };
  Range copy;
  std::FILE* mappings = length < PAGE_BYTES ? nullptr : std::fopen("/proc/self/maps", "re");
  if (mappings == nullptr) return copy;
  char mapping[512];
  while (copy.end == 0 && std::fgets(mapping, sizeof mapping, mappings) != nullptr) {
    unsigned long begin = 0;
    unsigned long end = 0;
    char access[5] = {};
    if (std::sscanf(mapping, "%lx-%lx %4s", &begin, &end, access) != 3) continue;
    if (access[0] != 'r' || access[2] != 'x' || !code_.has(begin)) continue;
    for (uintptr_t page = begin; copy.end == 0 && page + length <= end; page += PAGE_BYTES) {
      if (isCopy(page)) copy = {page, page + length};
    }
  }
  std::fclose(mappings);
  return copy;
}

bool SampledCode::isKnown() const {
#if defined(__x86_64__)
  return code_.end > code_.begin && stack_.end > stack_.begin;
#else
  return false;
#endif
}

/** Whether the frame at `fp` is that of a function of JavaScript. */
bool SampledCode::isFunctionFrame(uintptr_t sp, uintptr_t fp) const {
  if (fp % sizeof(uintptr_t) != 0 || fp <= sp || !stack_.has(fp)) return false;
  // a function has its context there, whose lowest bit is set, and other frames their kind
  const uintptr_t context = *reinterpret_cast<const uintptr_t*>(fp - sizeof(uintptr_t));
  return (context & 1) != 0;
}

/**
 * Whether a place in compiled code is that after a call of a builtin: directly, or through the table of them that a register
 * points to.
 */
bool SampledCode::isAfterBuiltinCall(uintptr_t pc) const {
  uint8_t call[LONGEST_CALL];
  if (!isCompiled(pc) || !copyFrom(pc - sizeof call, call, sizeof call)) return false;
  const uint8_t* next = call + sizeof call;
  if (next[-5] == 0xE8) {
    int32_t distance = 0;
    std::memcpy(&distance, next - sizeof(distance), sizeof(distance));
    return isBuiltin(pc + static_cast<intptr_t>(distance));
  }
  // call [r13 + offset], of 32 bits or 8
  const auto isIndirect = [next](int length, uint8_t mode) {
    return next[-length] == 0x41 && next[1 - length] == 0xFF && next[2 - length] == mode;
  };
  return isIndirect(LONGEST_CALL, 0x95) || isIndirect(4, 0x55);
}

/** Where compiled code was interrupted, or called the builtin that was, if that has no frame of its own; 0 for other code. */
uintptr_t SampledCode::compiledPlace(uintptr_t pc, uintptr_t sp, uintptr_t fp) const {
  if (!stack_.has(sp) || sp % sizeof(uintptr_t) != 0 || !isFunctionFrame(sp, fp)) return 0;
  if (isCompiled(pc)) return isAtEdge(pc) ? 0 : pc;
  if (!isBuiltin(pc)) return 0;
  const uintptr_t caller = *reinterpret_cast<const uintptr_t*>(sp);
  return isAfterBuiltinCall(caller) ? caller : 0;
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
  const uintptr_t place = stack_.has(top) && top < sp ? compiledPlace(pc, sp, fp) : 0;
  if (place != 0) {
    frame.callerFp = fp;
    // V8 takes the last position before it, which suits: an interrupt comes after the instruction that took long
    frame.callerPc = place;
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
