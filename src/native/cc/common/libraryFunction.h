#pragma once

#include "common/library.h"

namespace kernelscope {

/// A function of a library that answers with a number. One that the library does not have answers
/// with the number that stands for that.
template <class... Parameters>
class LibraryFunction {
 public:
  LibraryFunction(const Library& library, const char* name, int missing)
      : name_(name), missing_(missing), function_(library.symbol<int (*)(Parameters...)>(name)) {}

  bool exists() const { return function_ != nullptr; }
  const char* name() const { return name_; }

  int operator()(Parameters... parameters) const {
    return function_ == nullptr ? missing_ : function_(parameters...);
  }

 private:
  const char* name_;
  int missing_;
  int (*function_)(Parameters...);
};

}  // namespace kernelscope
