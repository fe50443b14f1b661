// Calls of one function of another thread of the process, whether that computes or waits for events. Node's inspector
// can do that too, but where it lists the threads to JavaScript while one of them ends, it crashes.
#include <fcntl.h>
#include <node.h>
#include <unistd.h>
#include <v8-platform.h>
#include <v8.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

#include "bindings.h"
#include "ownFile.h"
#include "ownThread.h"

namespace kernelscope {
namespace {

/** A thread that is held goes on by itself after this time. */
constexpr std::chrono::seconds MOST_HELD(1);

/** How often it is looked whether there is a file that a thread is asked for, early. */
constexpr std::chrono::milliseconds LOOK(20);

/** Bytes by which a heap that is full may grow at a time, and times, while its thread answers. */
constexpr size_t ROOM = 128 << 20;
constexpr int MOST_ROOMS = 4;

/** Bytes that a full heap gets so that V8 asks whoever is to end the thread. */
constexpr size_t LAST_ROOM = 8 << 20;

/** A thread that can be called. */
class Callee {
 public:
  Callee(v8::Isolate* isolate, v8::Local<v8::Function> function,
         std::shared_ptr<v8::TaskRunner> tasks)
      : isolate_(isolate), function_(isolate, function), tasks_(std::move(tasks)) {}

  /** Called on any thread, while it is known to live. `isLast`: it does nothing after the answer until `letGo`. */
  void ask(std::string argument, bool isLast) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      waiting_.push_back(std::move(argument));
      isHeld_ = isHeld_ || isLast;
    }
    // one of the two comes first: the task wakes an event loop that waits, the interrupt code that runs
    tasks_->PostTask(std::make_unique<Answer>(this));
    isolate_->RequestInterrupt(
        [](v8::Isolate*, void* callee) { static_cast<Callee*>(callee)->answer(); }, this);
  }

  /** Calls the function for each argument that waits, one after another; on its own thread. */
  void answer() {
    // an interrupt may come while it answers because of the task, or of another interrupt
    if (isAnswering_) return;
    isAnswering_ = true;
    const bool isTerminated = answerAll();
    {
      std::unique_lock<std::mutex> lock(mutex_);
      change_.wait_for(lock, MOST_HELD, [this] { return !isHeld_; });
    }
    isAnswering_ = false;
    // V8 takes the end of a thread back where it ends a call that native code has made, but for an exception that is left,
    // which nobody expects where `Atomics.wait` ends
    if (isTerminated) {
      isolate_->CancelTerminateExecution();
      isolate_->TerminateExecution();
    }
  }

  /** Called on any thread, while it is known to live. */
  void letGo() {
    const std::lock_guard<std::mutex> lock(mutex_);
    isHeld_ = false;
    change_.notify_all();
  }

  /** On its own thread. */
  void answerWith(v8::Local<v8::Function> function) { function_.Reset(isolate_, function); }

  /** From now on it answers `full N` when its heap reaches its limit of N bytes, before that ends it. On its own thread. */
  void seeFullHeap() {
    isolate_->AddNearHeapLimitCallback(onFullHeap, this);
    seesFullHeap_ = true;
  }

  uint32_t answered() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return answered_;
  }

  /** Answers nothing from now on. On its own thread, once nobody asks any more. */
  void end() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      waiting_.clear();
    }
    function_.Reset();
  }

 private:
  /** True if the thread was terminated meanwhile. */
  bool answerAll() {
    bool isTerminated = false;
    for (std::string argument; take(&argument);) {
      const v8::HandleScope scope(isolate_);
      const v8::Local<v8::Function> function = function_.Get(isolate_);
      const v8::Local<v8::Context> context = function->GetCreationContextChecked();
      const v8::Context::Scope entered(context);
      const v8::TryCatch caught(isolate_);
      v8::Local<v8::Value> value = text(isolate_, argument.c_str());
      // what it throws is lost: nobody waits for it
      v8::Local<v8::Value> result;
      const bool hasMoreToDo =
          function->Call(context, v8::Undefined(isolate_), 1, &value).ToLocal(&result) &&
          result->IsFalse();
      isTerminated = isTerminated || caught.HasTerminated();
      // whoever ends a thread that is out of memory is asked the next time that its heap is full
      if (argument.rfind(FULL, 0) == 0) forgetFullHeap(limit_);
      const std::lock_guard<std::mutex> lock(mutex_);
      if (hasMoreToDo) isHeld_ = false;
      answered_++;
    }
    return isTerminated;
  }

  /** V8 calls the newest of such functions alone, in the midst of a collection; Node's own one ends the thread. */
  static size_t onFullHeap(void* data, size_t current, size_t) {
    Callee* callee = static_cast<Callee*>(data);
    if (callee->rooms_++ == 0) {
      callee->limit_ = current;
      callee->ask(FULL + std::to_string(current), false);
    }
    if (callee->rooms_ <= MOST_ROOMS) return current + ROOM;
    callee->forgetFullHeap(0);
    return current + LAST_ROOM;
  }

  /** @param limit of the heap from now on, bytes; 0 for the one that it has */
  void forgetFullHeap(size_t limit) {
    if (seesFullHeap_) isolate_->RemoveNearHeapLimitCallback(onFullHeap, limit);
    seesFullHeap_ = false;
  }

  class Answer : public v8::Task {
   public:
    explicit Answer(Callee* callee) : callee_(callee) {}
    void Run() override { callee_->answer(); }

   private:
    Callee* callee_;
  };

  bool take(std::string* argument) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (waiting_.empty()) return false;
    *argument = std::move(waiting_.front());
    waiting_.pop_front();
    return true;
  }

  /** Precedes the limit of the heap in what is answered where that is full. */
  inline static const std::string FULL = "full ";

  v8::Isolate* isolate_;
  v8::Global<v8::Function> function_;
  std::shared_ptr<v8::TaskRunner> tasks_;
  bool isAnswering_ = false;
  /** Of its own thread: whether V8 tells it of a full heap, how often the heap has got more room, its limit before. */
  bool seesFullHeap_ = false;
  int rooms_ = 0;
  size_t limit_ = 0;
  std::mutex mutex_;
  std::condition_variable change_;
  bool isHeld_ = false;
  std::deque<std::string> waiting_;
  uint32_t answered_ = 0;
};

/** All threads of the process that can be called, by their numbers. */
class Callees {
 public:
  void add(int32_t thread, std::unique_ptr<Callee> callee) {
    const std::lock_guard<std::mutex> lock(mutex_);
    callees_.emplace(thread, std::move(callee));
  }

  /** Null if there is none. */
  Callee* find(int32_t thread) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = callees_.find(thread);
    return found == callees_.end() ? nullptr : found->second.get();
  }

  /** Nobody asks it from now on. */
  std::unique_ptr<Callee> remove(int32_t thread) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = callees_.find(thread);
    if (found == callees_.end()) return nullptr;
    std::unique_ptr<Callee> callee = std::move(found->second);
    callees_.erase(found);
    return callee;
  }

  bool ask(int32_t thread, std::string argument, bool isLast) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = callees_.find(thread);
    if (found == callees_.end()) return false;
    found->second->ask(std::move(argument), isLast);
    return true;
  }

  void letGo(int32_t thread) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = callees_.find(thread);
    if (found != callees_.end()) found->second->letGo();
  }

  /** The calls that a thread has answered; -1 for one that cannot be called, or has ended. */
  double answered(int32_t thread) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = callees_.find(thread);
    return found == callees_.end() ? -1.0 : found->second->answered();
  }

 private:
  std::mutex mutex_;
  std::unordered_map<int32_t, std::unique_ptr<Callee>> callees_;
};

Callees& callees() {
  // never destroyed: threads may end after static objects do
  static Callees* const all = new Callees;
  return *all;
}

/** A call that a thread is to get later. */
struct LateCall {
  int32_t thread;
  std::string argument;
  std::chrono::steady_clock::time_point due;
  /** As soon as this is there, it is made; empty for no such file. */
  std::string file;
};

/** Waits for the moment of `call`, on a thread that has nothing else to do. */
void askWhenDue(const LateCall& call) {
  for (;;) {
    const auto now = std::chrono::steady_clock::now();
    if (now >= call.due) break;
    const bool isLooking = !call.file.empty();
    if (isLooking && access(call.file.c_str(), F_OK) == 0) break;
    const std::chrono::nanoseconds left = call.due - now;
    std::this_thread::sleep_for(isLooking && left > LOOK ? LOOK : left);
  }
  callees().ask(call.thread, call.argument, false);
}

/** False if the system has no more threads. */
bool startWaiting(std::unique_ptr<LateCall> call) {
  const auto run = [](void* data) -> void* {
    const std::unique_ptr<LateCall> due(static_cast<LateCall*>(data));
    askWhenDue(*due);
    return nullptr;
  };
  if (!startOwnThread(run, call.get())) return false;
  // the thread has it now
  static_cast<void>(call.release());
  return true;
}

int32_t numberOf(const v8::FunctionCallbackInfo<v8::Value>& args) {
  return args[0].As<v8::Int32>()->Value();
}

/** The number of a thread that ends. */
void endCallee(void* data) {
  const std::unique_ptr<int32_t> thread(static_cast<int32_t*>(data));
  std::unique_ptr<Callee> callee = callees().remove(*thread);
  if (callee == nullptr) return;
  callee->end();
  // for an interrupt that was asked for and comes late, a few bytes of each thread stay
  static_cast<void>(callee.release());
}

void answerWith(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Isolate* isolate = args.GetIsolate();
  const v8::Local<v8::Function> function = args[1].As<v8::Function>();
  Callee* known = callees().find(numberOf(args));
  if (known != nullptr) return known->answerWith(function);
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  node::MultiIsolatePlatform* platform =
      node::GetMultiIsolatePlatform(node::GetCurrentEnvironment(context));
  auto callee = std::make_unique<Callee>(isolate, function,
                                         platform->GetForegroundTaskRunner(isolate));
  callee->seeFullHeap();
  callees().add(numberOf(args), std::move(callee));
  node::AddEnvironmentCleanupHook(isolate, endCallee, new int32_t(numberOf(args)));
}

void ask(const v8::FunctionCallbackInfo<v8::Value>& args) {
  const v8::String::Utf8Value argument(args.GetIsolate(), args[1]);
  args.GetReturnValue().Set(callees().ask(numberOf(args), *argument, args[2]->IsTrue()));
}

void askLater(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Isolate* isolate = args.GetIsolate();
  const v8::String::Utf8Value argument(isolate, args[1]);
  const std::chrono::milliseconds wait(args[2].As<v8::Int32>()->Value());
  auto call = std::make_unique<LateCall>();
  call->thread = numberOf(args);
  call->argument = *argument;
  call->due = std::chrono::steady_clock::now() + wait;
  if (args[3]->IsString()) call->file = *v8::String::Utf8Value(isolate, args[3]);
  args.GetReturnValue().Set(startWaiting(std::move(call)));
}

void letGo(const v8::FunctionCallbackInfo<v8::Value>& args) { callees().letGo(numberOf(args)); }

void pause(const v8::FunctionCallbackInfo<v8::Value>& args) {
  std::this_thread::sleep_for(std::chrono::milliseconds(numberOf(args)));
}

/** Nanoseconds for which this thread was ready to run so far, while others had all cores; 0 where the system does not tell. */
void queuedNs(const v8::FunctionCallbackInfo<v8::Value>& args) {
  double queued = 0;
  const int file = open(THREAD_TIMES, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    queued = secondNumberIn(file);
    close(file);
  }
  args.GetReturnValue().Set(queued);
}

void answered(const v8::FunctionCallbackInfo<v8::Value>& args) {
  args.GetReturnValue().Set(callees().answered(numberOf(args)));
}

}  // namespace

v8::Local<v8::Object> threadsBinding(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = context->GetIsolate();
  const v8::Local<v8::Object> binding = v8::Object::New(isolate);
  define(context, binding, "answerWith", answerWith, v8::Undefined(isolate));
  define(context, binding, "ask", ask, v8::Undefined(isolate));
  define(context, binding, "askLater", askLater, v8::Undefined(isolate));
  define(context, binding, "letGo", letGo, v8::Undefined(isolate));
  define(context, binding, "answered", answered, v8::Undefined(isolate));
  define(context, binding, "pause", pause, v8::Undefined(isolate));
  define(context, binding, "queuedNs", queuedNs, v8::Undefined(isolate));
  return binding;
}

}  // namespace kernelscope
