#pragma once

#include <optional>
#include <string>

namespace kernelscope {

/// The C++ name that `mangled` stands for by the Itanium ABI, as the C++ library of the system writes it.
/// Nothing for anything else, and for a name of which the library could make a monstrous one.
std::optional<std::string> demangledName(const std::string& mangled);

}  // namespace kernelscope
