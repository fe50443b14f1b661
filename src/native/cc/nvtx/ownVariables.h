#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace kernelscope {

/// Variables of the environment that come and go while other threads read it. `setenv` moves the
/// list of variables and frees the old one, in which another thread may be reading. Here the list is
/// replaced by another one in one step, and no list is ever changed or freed. Lists are used again,
/// so that what comes and goes often takes no more memory. Not to be called by two threads at once.
class OwnVariables {
 public:
  OwnVariables() = default;
  OwnVariables(const OwnVariables&) = delete;
  OwnVariables& operator=(const OwnVariables&) = delete;

  /// Sets variables, each as `NAME=value`. Nothing happens where memory has run out.
  void set(std::initializer_list<std::string> variables);
  /// Removes those that were set, but for what has been set to something else since.
  void remove();

 private:
  using List = std::vector<char*>;
  bool isOwn(const char* variable) const;
  void show(const List& wanted, char*** list);

  /// What was set last.
  List own_;
  /// The lists that were last shown with the own variables and without; null for none yet.
  char** with_ = nullptr;
  char** without_ = nullptr;
  /// All lists that were ever shown: somebody may still read them.
  std::vector<char**> shown_;
};

}  // namespace kernelscope
