// Compiled by ownMemory.test.ts with the address sanitizer: what the addon's own classes do where memory
// runs out and other threads look on. Takes the name of a case; exit code 0 if it holds.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "cupti/activityBuffers.h"
#include "nvtx/nvtxInjection.h"

using kernelscope::ActivityBuffers;
using kernelscope::ActivityInbox;
using kernelscope::RecordNotice;

namespace {

/// How many more times `new` has memory; negative for ever.
int left = -1;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

void must(bool holds, const char* what) {
  if (!holds) fail(what);
}

constexpr size_t kBytes = 4096;

ActivityBuffers::Taken drained(ActivityBuffers& buffers, ActivityInbox& inbox) {
  ActivityBuffers::Drain drain(buffers, inbox);
  return drain.take();
}

/// A buffer that is filled while memory runs out at each place in turn: it is kept or counted, and never
/// leaked, which the sanitizer would tell.
void completeWithoutMemory() {
  bool hasFailed = false;
  for (int least = 0; least < 8; least++) {
    ActivityBuffers buffers;
    const auto inbox = std::make_shared<ActivityInbox>(kBytes, 10 * kBytes);
    buffers.add(inbox);
    size_t size = 0;
    uint8_t* const bytes = buffers.request(ActivityBuffers::AtLimit::noBuffer, &size);
    must(bytes != nullptr && size == kBytes, "no buffer");
    left = least;
    bool hasThrown = false;
    try {
      buffers.complete(bytes, kBytes / 4);
    } catch (const std::bad_alloc&) {
      hasThrown = true;
    }
    left = -1;
    must(!hasThrown, "complete has thrown");
    const ActivityBuffers::Taken taken = drained(buffers, *inbox);
    must(taken.buffers.size() + taken.refusedBuffers == 1, "a buffer is neither kept nor counted");
    hasFailed = hasFailed || taken.refusedBuffers == 1;
    must(least < 7 || taken.refusedBuffers == 0, "memory never sufficed");
  }
  must(hasFailed, "memory never ran out");
}

/// A drain in which something fails is over, and what had arrived stays.
void drainThatFails() {
  ActivityBuffers buffers;
  const auto inbox = std::make_shared<ActivityInbox>(kBytes, 10 * kBytes);
  const auto other = std::make_shared<ActivityInbox>(kBytes, 10 * kBytes);
  // It is only compared: there is no JavaScript here to tell.
  const auto place = std::make_shared<int>();
  const std::shared_ptr<RecordNotice> notice(place, reinterpret_cast<RecordNotice*>(place.get()));
  buffers.add(inbox);
  buffers.add(other);
  buffers.setNotice(*other, notice);
  size_t size = 0;
  uint8_t* const bytes = buffers.request(ActivityBuffers::AtLimit::noBuffer, &size);
  try {
    ActivityBuffers::Drain drain(buffers, *inbox);
    must(buffers.complete(bytes, 8).notices.empty(), "told while somebody drains");
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
  }
  uint8_t* const more = buffers.request(ActivityBuffers::AtLimit::noBuffer, &size);
  must(buffers.complete(more, 8).notices.size() == 1, "not told after a drain that failed");
  must(drained(buffers, *inbox).buffers.size() == 2, "what had arrived is lost");
}

/// A thread that reads the environment while variables come and go reads from memory that is there, and
/// finds all others.
void environmentOfReaders() {
  // The list is then one of the C library, which it may move and free.
  setenv("KERNELSCOPE_TEST_A", "1", 1);
  char** const list = environ;
  for (int round = 0; round < 3; round++) {
    kernelscope::NvtxInjection::instance().begin("/lib/none.so");
    must(std::strcmp(std::getenv("NVTX_INJECTION64_PATH"), "/lib/none.so") == 0, "not set");
    char** const during = environ;
    kernelscope::NvtxInjection::instance().end();
    must(std::getenv("NVTX_INJECTION64_PATH") == nullptr, "still set");
    for (char** const each : {list, during}) {
      bool hasOther = false;
      for (char** one = each; *one != nullptr; one++) {
        hasOther = hasOther || std::strcmp(*one, "KERNELSCOPE_TEST_A=1") == 0;
      }
      must(hasOther, "a reader misses a variable");
    }
  }
  // What others set meanwhile stays.
  kernelscope::NvtxInjection::instance().begin("/lib/none.so");
  setenv("KERNELSCOPE_TEST_B", "2", 1);
  setenv("NVTX_INJECTION64_PATH", "/lib/other.so", 1);
  kernelscope::NvtxInjection::instance().end();
  must(std::strcmp(std::getenv("NVTX_INJECTION64_PATH"), "/lib/other.so") == 0, "taken away");
  must(std::getenv("KERNELSCOPE_TEST_B") != nullptr, "another variable is gone");
  must(std::getenv("KERNELSCOPE_NVTX_INJECTION") == nullptr, "the own variable stays");
}

}  // namespace

void* operator new(size_t size) {
  if (left == 0) throw std::bad_alloc();
  if (left > 0) left--;
  void* const memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

int main(int, char** arguments) {
  const std::string wanted = arguments[1];
  if (wanted == "complete") completeWithoutMemory();
  if (wanted == "drain") drainThatFails();
  if (wanted == "environment") environmentOfReaders();
  return 0;
}
