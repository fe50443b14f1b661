// What takes V8's C++ interface, which differs from release to release: there is one binary for each ABI of Node.
#include "bindings.h"

NODE_MODULE_INIT(/* exports, module, context */) {
  v8::Isolate* isolate = context->GetIsolate();
  const auto set = [&](const char* name, v8::Local<v8::Object> binding) {
    exports->Set(context, kernelscope::text(isolate, name), binding).Check();
  };
  set("heap", kernelscope::heapBinding(context));
  set("memory", kernelscope::memoryBinding(context));
  set("sampler", kernelscope::samplerBinding(context));
  set("threads", kernelscope::threadsBinding(context));
  set("calls", kernelscope::callsBinding(context));
}
