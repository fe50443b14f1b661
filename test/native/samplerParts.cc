// Compiled by samplerParts.test.ts: what the sampler of V8's addon keeps for as long as it needs it.
#include <node.h>
#include <v8-profiler.h>

#include <algorithm>
#include <vector>

#include "bindings.h"
#include "endedProfiles.h"
#include "threadClock.h"

namespace {

using kernelscope::ClockColumns;
using kernelscope::EndedProfiles;
using kernelscope::ProfilePointer;
using kernelscope::ThreadClock;

uint32_t numberOf(const v8::FunctionCallbackInfo<v8::Value>& args, int at) {
  return args[at].As<v8::Uint32>()->Value();
}

/** Of so many pieces of so many recordings, with so many samples in each, those with other rows than were noted meanwhile. */
uint32_t wrongPieces(ThreadClock& clock, uint32_t pieces, size_t recordings, uint32_t samples) {
  std::vector<ThreadClock::Position> begins(recordings);
  for (ThreadClock::Position& begin : begins) begin = clock.begin();
  // a recording that began when there was no memory for a row
  begins.emplace_back();
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
      if (!isWhole || !isSorted) wrong++;
    }
    clock.forgetBefore(*std::min_element(begins.begin(), begins.end()));
  }
  return wrong;
}

void cutPieces(const v8::FunctionCallbackInfo<v8::Value>& args) {
  ThreadClock clock(args.GetIsolate());
  args.GetReturnValue().Set(wrongPieces(clock, numberOf(args, 0), numberOf(args, 1), numberOf(args, 2)));
}

/** The profiles that are kept: after some have ended, and then by the last sample before code was collected, and after. */
void endProfiles(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Isolate* isolate = args.GetIsolate();
  v8::CpuProfiler* profiler = v8::CpuProfiler::New(isolate);
  const v8::ProfilerId goesOn = profiler->Start(v8::CpuProfilingOptions()).id;
  EndedProfiles ended;
  for (uint32_t at = 0; at < numberOf(args, 0); at++) {
    ended.add(ProfilePointer(profiler->Stop(profiler->Start(v8::CpuProfilingOptions()).id)));
  }
  ended.add(nullptr);
  std::vector<size_t> counts{ended.count()};
  ended.noteCollection();
  const int64_t nowUs = kernelscope::monotonicUs();
  for (const int64_t sampleUs : {int64_t{0}, nowUs - 1'000'000, nowUs + 1'000'000}) {
    ended.deleteOnceAt(sampleUs);
    counts.push_back(ended.count());
  }
  profiler->Stop(goesOn)->Delete();
  profiler->Dispose();
  std::vector<v8::Local<v8::Value>> values;
  for (const size_t count : counts) {
    values.push_back(v8::Integer::NewFromUnsigned(isolate, static_cast<uint32_t>(count)));
  }
  args.GetReturnValue().Set(v8::Array::New(isolate, values.data(), values.size()));
}

}  // namespace

NODE_MODULE_INIT() {
  const v8::Local<v8::Object> parts = exports.As<v8::Object>();
  const v8::Local<v8::Value> none = v8::Undefined(context->GetIsolate());
  kernelscope::define(context, parts, "cutPieces", cutPieces, none);
  kernelscope::define(context, parts, "endProfiles", endProfiles, none);
}
