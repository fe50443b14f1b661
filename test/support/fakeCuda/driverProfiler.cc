// The driver: marks of a program around what it wants to have profiled. Tools take note; the driver
// does nothing.

#include "export.h"
#include "state.h"

FAKE_EXPORT int cuProfilerStart() {
  return fake::contextCall("cuProfilerStart", [](fake::Call&, fake::Context&) { return 0; });
}

FAKE_EXPORT int cuProfilerStop() {
  return fake::contextCall("cuProfilerStop", [](fake::Call&, fake::Context&) { return 0; });
}
