#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace fake {

/// Where a parameter of a kernel lies among the others, bytes.
struct Parameter {
  size_t offset;
  size_t size;
};

/// The kernels of a PTX text by name, each with its parameters; none where the text has none.
std::map<std::string, std::vector<Parameter>> entriesOf(const std::string& ptx);

}  // namespace fake
