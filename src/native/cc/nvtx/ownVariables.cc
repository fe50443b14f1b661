#include "nvtx/ownVariables.h"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <set>
#include <utility>

namespace kernelscope {
namespace {

std::vector<char*> variablesOf(char** list) {
  std::vector<char*> variables;
  for (; list != nullptr && *list != nullptr; list++) variables.push_back(*list);
  return variables;
}

/// The same text, at a place where it stays for as long as the process lives.
char* kept(const std::string& variable) {
  static auto* const all = new std::set<std::string>();
  return const_cast<char*>(all->insert(variable).first->c_str());
}

bool haveSameName(const std::string& a, const std::string& b) {
  return a.compare(0, a.find('='), b, 0, b.find('=')) == 0;
}

}  // namespace

bool OwnVariables::isOwn(const char* variable) const {
  return std::find(own_.begin(), own_.end(), variable) != own_.end();
}

void OwnVariables::set(std::initializer_list<std::string> variables) {
  try {
    List wanted;
    for (char* const there : variablesOf(environ)) {
      const bool isReplaced =
          std::any_of(variables.begin(), variables.end(),
                      [&](const std::string& each) { return haveSameName(each, there); });
      if (!isReplaced && !isOwn(there)) wanted.push_back(there);
    }
    List own;
    for (const std::string& each : variables) own.push_back(kept(each));
    wanted.insert(wanted.end(), own.begin(), own.end());
    show(wanted, &with_);
    own_ = std::move(own);
  } catch (const std::bad_alloc&) {
    // Nobody is led anywhere then.
  }
}

void OwnVariables::remove() {
  try {
    List wanted = variablesOf(environ);
    wanted.erase(std::remove_if(wanted.begin(), wanted.end(),
                                [this](const char* each) { return isOwn(each); }),
                 wanted.end());
    show(wanted, &without_);
  } catch (const std::bad_alloc&) {
    // They stay.
  }
}

/// Puts a list with what is wanted in place of the environment: the one that was shown before, unless
/// somebody has changed it since or wants something else.
void OwnVariables::show(const List& wanted, char*** list) {
  if (*list == nullptr || variablesOf(*list) != wanted) {
    shown_.reserve(shown_.size() + 1);
    auto** const made = new char*[wanted.size() + 1];
    *std::copy(wanted.begin(), wanted.end(), made) = nullptr;
    shown_.push_back(made);
    *list = made;
  }
  __atomic_store_n(&environ, *list, __ATOMIC_RELEASE);
}

}  // namespace kernelscope
