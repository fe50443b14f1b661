#pragma once

#include <string>

#include "common/library.h"

namespace kernelscope {

/// Highest rate of the PCIe link of the GPU at a bus address, in one direction, bytes a second:
/// what NVML says of the GPU and its slot, else what the kernel of the system says; 0 where neither
/// does.
double linkRate(const Library& nvml, const std::string& pciBusId);

}  // namespace kernelscope
