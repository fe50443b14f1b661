#pragma once

#include <node.h>
#include <v8.h>

#include <functional>

namespace kernelscope {

/**
 * Calls a function on the thread that created it every half a second while it runs: between two instructions of code
 * that computes, or by waking an event loop that waits. The function must run no JavaScript. A thread in native code
 * is called after it.
 */
class PieceTimer {
 public:
  PieceTimer(v8::Local<v8::Context> context, std::function<void()> onTick);
  PieceTimer(const PieceTimer&) = delete;
  PieceTimer& operator=(const PieceTimer&) = delete;
  ~PieceTimer();

  /** Starts it unless it runs. */
  void start();

  /** Stops it; safe to call twice. */
  void stop();

 private:
  class Callee;
  Callee* callee_;
};

}  // namespace kernelscope
