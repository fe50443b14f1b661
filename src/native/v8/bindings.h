#pragma once

#include <node.h>
#include <v8.h>

namespace kernelscope {

inline v8::Local<v8::String> text(v8::Isolate* isolate, const char* value) {
  return v8::String::NewFromUtf8(isolate, value).ToLocalChecked();
}

/** Gives `object` a method, which gets `data`. */
inline void define(v8::Local<v8::Context> context, v8::Local<v8::Object> object, const char* name,
                   v8::FunctionCallback callback, v8::Local<v8::Value> data) {
  v8::Local<v8::Function> method;
  if (!v8::Function::New(context, callback, data).ToLocal(&method)) return;
  object->Set(context, text(context->GetIsolate(), name), method).Check();
}

/** V8's CPU profiler of this thread. */
v8::Local<v8::Object> samplerBinding(v8::Local<v8::Context> context);

/** V8's heap profiler of this thread. */
v8::Local<v8::Object> heapBinding(v8::Local<v8::Context> context);

/** Samples of the memory of the process, and of the heap of this thread. */
v8::Local<v8::Object> memoryBinding(v8::Local<v8::Context> context);

/** Calls of functions of other threads. */
v8::Local<v8::Object> threadsBinding(v8::Local<v8::Context> context);

/** Functions that are in no stack. */
v8::Local<v8::Object> callsBinding(v8::Local<v8::Context> context);

}  // namespace kernelscope
