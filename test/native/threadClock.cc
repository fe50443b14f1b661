// Compiled by threadClock.test.ts: recordings cut what their clock has noted into pieces, as the sampler does.
#include <node.h>

#include <algorithm>
#include <vector>

#include "threadClock.h"

namespace {

using kernelscope::ClockColumns;
using kernelscope::ThreadClock;

uint32_t numberOf(const v8::FunctionCallbackInfo<v8::Value>& args, int at) {
  return args[at].As<v8::Uint32>()->Value();
}

/** Of so many pieces of so many recordings, with so many samples in each, those with other rows than were noted meanwhile. */
uint32_t wrongPieces(ThreadClock& clock, uint32_t pieces, size_t recordings, uint32_t samples) {
  std::vector<ThreadClock::Position> begins(recordings);
  for (ThreadClock::Position& begin : begins) begin = clock.begin();
  uint32_t wrong = 0;
  for (uint32_t piece = 0; piece < pieces; piece++) {
    for (uint32_t sample = 0; sample < samples; sample++) clock.note();
    for (size_t at = 0; at < recordings; at++) {
      const ClockColumns columns = clock.since(begins[at]);
      begins[at] = clock.begin();
      // each of the other recordings has ended a piece meanwhile, and begun one
      const size_t others = (recordings - 1) + (piece == 0 ? at : recordings - 1);
      const bool isWhole = columns.times.size() == samples + 2 + others;
      const bool isSorted = std::is_sorted(columns.times.begin(), columns.times.end());
      if (!isWhole || !isSorted || columns.stoppedNs != 0) wrong++;
    }
    clock.forgetBefore(*std::min_element(begins.begin(), begins.end()));
  }
  return wrong;
}

void cutPieces(const v8::FunctionCallbackInfo<v8::Value>& args) {
  ThreadClock clock(args.GetIsolate());
  args.GetReturnValue().Set(wrongPieces(clock, numberOf(args, 0), numberOf(args, 1), numberOf(args, 2)));
}

}  // namespace

NODE_MODULE_INIT() {
  v8::Isolate* isolate = context->GetIsolate();
  v8::Local<v8::Function> function;
  if (!v8::Function::New(context, cutPieces).ToLocal(&function)) return;
  const auto name = v8::String::NewFromUtf8Literal(isolate, "cutPieces");
  exports->Set(context, name, function).Check();
}
