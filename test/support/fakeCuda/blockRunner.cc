#include "blockRunner.h"

#include <csetjmp>
#include <csignal>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace fake {
namespace {

constexpr size_t kStackBytes = 32 * 1024;

/// A thread of a block, on a stack of its own.
struct Fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  uint32_t index[3];
  bool isDone = false;
};

/// The block that runs on this thread; launches take turns, as the machine is locked.
struct Running {
  ucontext_t scheduler;
  std::vector<Fiber> fibers;
  Fiber* current = nullptr;
  const std::function<void()>* body = nullptr;
  sigjmp_buf fault;
};

thread_local Running* running = nullptr;

void waitForOthers() { swapcontext(&running->current->context, &running->scheduler); }

void runFiber() {
  (*running->body)();
  running->current->isDone = true;
  swapcontext(&running->current->context, &running->scheduler);
}

void jumpOut(int) {
  if (running != nullptr) siglongjmp(running->fault, 1);
  std::signal(SIGSEGV, SIG_DFL);
}

/// Takes faults for as long as it lives.
class FaultGuard {
 public:
  FaultGuard() {
    struct sigaction action = {};
    action.sa_handler = jumpOut;
    action.sa_flags = SA_NODEFER;
    for (size_t at = 0; at < kSignals; at++) sigaction(signals_[at], &action, &before_[at]);
  }
  ~FaultGuard() {
    for (size_t at = 0; at < kSignals; at++) sigaction(signals_[at], &before_[at], nullptr);
    running = nullptr;
  }
  FaultGuard(const FaultGuard&) = delete;
  FaultGuard& operator=(const FaultGuard&) = delete;

 private:
  static constexpr size_t kSignals = 3;
  const int signals_[kSignals] = {SIGSEGV, SIGBUS, SIGILL};
  struct sigaction before_[kSignals] = {};
};

void begin(Fiber& fiber) {
  fiber.isDone = false;
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = kStackBytes;
  fiber.context.uc_link = nullptr;
  makecontext(&fiber.context, runFiber, 0);
}

/// Lets each thread run up to the next barrier, until all have ended.
void runBlock(DeviceThread& device, Running& block) {
  for (Fiber& fiber : block.fibers) begin(fiber);
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (Fiber& fiber : block.fibers) {
      if (fiber.isDone) continue;
      block.current = &fiber;
      for (int axis = 0; axis < 3; axis++) device.thread[axis] = fiber.index[axis];
      swapcontext(&block.scheduler, &fiber.context);
      goesOn = goesOn || !fiber.isDone;
    }
  }
}

/// The same where no thread waits for another one.
void runThreads(DeviceThread& device, const Launch& launch, const std::function<void()>& thread) {
  for (uint32_t z = 0; z < launch.block[2]; z++) {
    for (uint32_t y = 0; y < launch.block[1]; y++) {
      for (uint32_t x = 0; x < launch.block[0]; x++) {
        device.thread[0] = x;
        device.thread[1] = y;
        device.thread[2] = z;
        thread();
      }
    }
  }
}

std::vector<Fiber> fibersOf(const Launch& launch) {
  std::vector<Fiber> fibers;
  for (uint32_t z = 0; z < launch.block[2]; z++) {
    for (uint32_t y = 0; y < launch.block[1]; y++) {
      for (uint32_t x = 0; x < launch.block[0]; x++) {
        fibers.push_back({{}, std::unique_ptr<char[]>(new char[kStackBytes]), {x, y, z}});
      }
    }
  }
  return fibers;
}

void runGrid(DeviceThread& device, const Launch& launch, Running& block) {
  for (uint32_t z = 0; z < launch.grid[2]; z++) {
    for (uint32_t y = 0; y < launch.grid[1]; y++) {
      for (uint32_t x = 0; x < launch.grid[0]; x++) {
        device.block[0] = x;
        device.block[1] = y;
        device.block[2] = z;
        if (block.fibers.empty()) {
          runThreads(device, launch, *block.body);
        } else {
          runBlock(device, block);
        }
      }
    }
  }
}

}  // namespace

int runBlocks(DeviceThread& device, const Launch& launch, Barriers barriers,
              const std::function<void()>& thread) {
  const auto block = std::make_unique<Running>();
  block->body = &thread;
  if (barriers == Barriers::some) block->fibers = fibersOf(launch);
  const auto shared = std::make_unique<char[]>(launch.sharedBytes + 16);
  device.shared = shared.get();
  device.wait = waitForOthers;
  for (int axis = 0; axis < 3; axis++) {
    device.gridSize[axis] = launch.grid[axis];
    device.blockSize[axis] = launch.block[axis];
  }
  const FaultGuard guard;
  running = block.get();
  if (sigsetjmp(block->fault, 1) != 0) return kIllegalAddress;
  runGrid(device, launch, *block);
  return 0;
}

}  // namespace fake
