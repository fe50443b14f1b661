#include "common/demangledName.h"

#include <cxxabi.h>

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace kernelscope {
namespace {

/// GNU's library takes none that is longer.
constexpr size_t kLongest = 1024;
/// Longest result.
constexpr size_t kLongestResult = 1 << 16;

// Every reference of a mangled name to an earlier part may double what is written, and a pack may
// write its pattern as often as it has elements; GNU's library has no limit for either.
constexpr size_t kMostReferences = 28;
constexpr size_t kReferencesOfPack = 12;

bool isDigit(char one) { return one >= '0' && one <= '9'; }
bool isUpper(char one) { return one >= 'A' && one <= 'Z'; }

/// Where the reference at `at` ends, such as `S1A_` or `T_`; `at` where there is none.
size_t endOfReference(const std::string& text, size_t at) {
  const char kind = text[at];
  if (kind != 'S' && kind != 'T') return at;
  size_t end = at + 1;
  while (end < text.size() && (isDigit(text[end]) || (kind == 'S' && isUpper(text[end])))) ++end;
  return end < text.size() && text[end] == '_' ? end + 1 : at;
}

/// `Dp` and `sp` expand a pack, `sP` and `sZ` tell its size.
bool isPack(const std::string& text, size_t at) {
  const std::string operation = text.substr(at, 2);
  return operation == "Dp" || operation == "sp" || operation == "sP" || operation == "sZ";
}

/// At least the references that the name makes: letters within identifiers count as well.
size_t referencesIn(const std::string& mangled) {
  size_t count = 0;
  for (size_t at = 0; at < mangled.size();) {
    const size_t end = endOfReference(mangled, at);
    if (end > at) ++count;
    if (isPack(mangled, at)) count += kReferencesOfPack;
    at = end > at ? end : at + 1;
  }
  return count;
}

struct Free {
  void operator()(char* text) const { std::free(text); }
};

}  // namespace

std::optional<std::string> demangledName(const std::string& mangled) {
  const bool isWhole = mangled.find('\0') == std::string::npos;
  if (!isWhole || mangled.size() > kLongest) return std::nullopt;
  if (referencesIn(mangled) > kMostReferences) return std::nullopt;
  int status = 0;
  const std::unique_ptr<char, Free> name(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status));
  if (status != 0 || name == nullptr) return std::nullopt;
  std::string result(name.get());
  if (result.size() > kLongestResult) return std::nullopt;
  return result;
}

}  // namespace kernelscope
