#include "ptx.h"

#include <cstdlib>
#include <sstream>

namespace fake {
namespace {

/// Bytes of `.u64` and its like; 0 for what is no type.
size_t sizeOfType(const std::string& type) {
  if (type.size() < 3 || type[0] != '.' || std::string("ubsf").find(type[1]) == std::string::npos) {
    return 0;
  }
  return static_cast<size_t>(std::atoi(type.c_str() + 2)) / 8;
}

/// Of `.param .align 8 .b8 name[24]`: an array of bytes, aligned to 8.
Parameter parameterAfter(size_t end, const std::string& text) {
  std::istringstream words(text);
  std::string word;
  size_t size = 0;
  size_t alignment = 0;
  while (words >> word) {
    if (word == ".align") words >> alignment;
    if (const size_t bytes = sizeOfType(word)) size = bytes;
    const size_t bracket = word.find('[');
    if (bracket != std::string::npos) size *= std::strtoul(word.c_str() + bracket + 1, nullptr, 10);
  }
  if (alignment == 0) alignment = size == 0 ? 1 : size;
  return {(end + alignment - 1) / alignment * alignment, size};
}

std::vector<Parameter> parametersOf(const std::string& list) {
  std::vector<Parameter> parameters;
  std::istringstream texts(list);
  std::string text;
  size_t end = 0;
  while (std::getline(texts, text, ',')) {
    if (text.find(".param") == std::string::npos) continue;
    parameters.push_back(parameterAfter(end, text));
    end = parameters.back().offset + parameters.back().size;
  }
  return parameters;
}

}  // namespace

std::map<std::string, std::vector<Parameter>> entriesOf(const std::string& ptx) {
  static const std::string keyword = ".entry ";
  std::map<std::string, std::vector<Parameter>> entries;
  for (size_t at = ptx.find(keyword); at != std::string::npos; at = ptx.find(keyword, at + 1)) {
    const size_t begin = at + keyword.size();
    const size_t open = ptx.find('(', begin);
    const std::string name = ptx.substr(begin, ptx.find_first_of(" (\n\t", begin) - begin);
    const size_t close = open == std::string::npos ? open : ptx.find(')', open);
    if (close == std::string::npos) return entries;
    entries[name] = parametersOf(ptx.substr(open + 1, close - open - 1));
  }
  return entries;
}

}  // namespace fake
