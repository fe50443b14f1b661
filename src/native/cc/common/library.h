#pragma once

#include <string>
#include <vector>

namespace kernelscope {

/// A shared library that is loaded for as long as the process lives, or the reason why it is not.
class Library {
 public:
  Library() = default;

  /// The first of `names` that is in the process already, else in one of `folders`, else where the
  /// loader of the system looks.
  static Library open(const std::vector<std::string>& names,
                      const std::vector<std::string>& folders);

  bool isLoaded() const { return handle_ != nullptr; }
  /// Where it was found; empty where it was not.
  const std::string& path() const { return path_; }
  /// What the loader said of the first name that it did not find; empty where it was found.
  const std::string& error() const { return error_; }

  /// A function of the library; null where it has none of that name.
  template <class Function>
  Function symbol(const char* name) const {
    return reinterpret_cast<Function>(address(name));
  }

 private:
  void* address(const char* name) const;

  void* handle_ = nullptr;
  std::string path_;
  std::string error_;
};

}  // namespace kernelscope
