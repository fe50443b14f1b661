// Functions that call others without being in the stacks of errors: V8 leaves native code out of these.
#include <vector>

#include "bindings.h"

namespace kernelscope {
namespace {

enum Part : uint32_t { PREPARE, FINISH };

v8::MaybeLocal<v8::Function> partOf(v8::Local<v8::Context> context, v8::Local<v8::Object> parts,
                                    Part part) {
  v8::Local<v8::Value> value;
  if (!parts->Get(context, part).ToLocal(&value) || !value->IsFunction()) return {};
  return value.As<v8::Function>();
}

/** The elements of a list of values; false if reading one throws. */
bool elementsOf(v8::Local<v8::Context> context, v8::Local<v8::Array> list,
                std::vector<v8::Local<v8::Value>>& elements) {
  for (uint32_t at = 0; at < list->Length(); at++) {
    v8::Local<v8::Value> element;
    if (!list->Get(context, at).ToLocal(&element)) return false;
    elements.push_back(element);
  }
  return true;
}

/** Has `PREPARE` say what to call, calls that, and hands the result to `FINISH`, if there is one. */
void callUnseen(const v8::FunctionCallbackInfo<v8::Value>& args) {
  const v8::Local<v8::Context> context = args.GetIsolate()->GetCurrentContext();
  const v8::Local<v8::Object> parts = args.Data().As<v8::Object>();
  std::vector<v8::Local<v8::Value>> given;
  for (int at = 0; at < args.Length(); at++) given.push_back(args[at]);
  v8::Local<v8::Function> prepare;
  v8::Local<v8::Value> prepared;
  if (!partOf(context, parts, PREPARE).ToLocal(&prepare)) return;
  if (!prepare->Call(context, args.This(), static_cast<int>(given.size()), given.data())
           .ToLocal(&prepared)) {
    return;
  }
  std::vector<v8::Local<v8::Value>> call;
  if (!prepared->IsArray() || !elementsOf(context, prepared.As<v8::Array>(), call)) return;
  if (call.size() < 2 || !call[0]->IsFunction()) return;
  v8::Local<v8::Value> result;
  if (!call[0]
           .As<v8::Function>()
           ->Call(context, call[1], static_cast<int>(call.size()) - 2, call.data() + 2)
           .ToLocal(&result)) {
    return;
  }
  v8::Local<v8::Function> finish;
  if (partOf(context, parts, FINISH).ToLocal(&finish) &&
      !finish->Call(context, args.This(), 1, &result).ToLocal(&result)) {
    return;
  }
  args.GetReturnValue().Set(result);
}

void makeUnseen(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Isolate* isolate = args.GetIsolate();
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const v8::Local<v8::Object> parts = v8::Object::New(isolate);
  parts->Set(context, PREPARE, args[0]).Check();
  parts->Set(context, FINISH, args[1]).Check();
  v8::Local<v8::Function> function;
  if (v8::Function::New(context, callUnseen, parts).ToLocal(&function)) {
    args.GetReturnValue().Set(function);
  }
}

}  // namespace

v8::Local<v8::Object> callsBinding(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = context->GetIsolate();
  const v8::Local<v8::Object> binding = v8::Object::New(isolate);
  define(context, binding, "makeUnseen", makeUnseen, v8::Undefined(isolate));
  return binding;
}

}  // namespace kernelscope
