#include "nvml/linkRate.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>

#include "common/libraryFunction.h"

namespace kernelscope {
namespace {

constexpr int kMissing = 13;

/// Transfers a second of each generation of PCIe, 10⁹.
constexpr double kGigatransfers[] = {2.5, 5, 8, 16, 32, 64};

/// Bytes a second of `lanes` that move one bit at a transfer, less what the code of the line takes:
/// 8 of 10 bits, since the third generation 128 of 130, since the sixth 242 of 256 bytes.
double rateOf(double gigatransfers, double lanes) {
  const double bytes = gigatransfers * 1e9 / 8 * lanes;
  if (gigatransfers < 8) return bytes * 8 / 10;
  return gigatransfers < 64 ? bytes * 128 / 130 : bytes * 242 / 256;
}

double rateOfNvml(const Library& nvml, const std::string& pciBusId) {
  const LibraryFunction<> init(nvml, "nvmlInit_v2", kMissing);
  const LibraryFunction<> shutdown(nvml, "nvmlShutdown", kMissing);
  const LibraryFunction<const char*, void**> find(nvml, "nvmlDeviceGetHandleByPciBusId_v2",
                                                  kMissing);
  using Get = LibraryFunction<void*, unsigned*>;
  const Get getGeneration(nvml, "nvmlDeviceGetMaxPcieLinkGeneration", kMissing);
  const Get getLanes(nvml, "nvmlDeviceGetMaxPcieLinkWidth", kMissing);
  if (init() != 0) return 0;
  void* device = nullptr;
  unsigned generation = 0;
  unsigned lanes = 0;
  const bool isKnown = find(pciBusId.c_str(), &device) == 0 &&
                       getGeneration(device, &generation) == 0 && getLanes(device, &lanes) == 0;
  shutdown();
  if (!isKnown || generation == 0) return 0;
  const size_t newest = std::size(kGigatransfers);
  return rateOf(kGigatransfers[std::min<size_t>(generation, newest) - 1], lanes);
}

double numberIn(const std::string& path) {
  std::ifstream file(path);
  double number = 0;
  return file >> number ? number : 0;
}

double rateOfSystem(std::string pciBusId) {
  std::transform(pciBusId.begin(), pciBusId.end(), pciBusId.begin(),
                 [](unsigned char digit) { return std::tolower(digit); });
  const std::string folder = "/sys/bus/pci/devices/" + pciBusId + "/";
  return rateOf(numberIn(folder + "max_link_speed"), numberIn(folder + "max_link_width"));
}

}  // namespace

double linkRate(const Library& nvml, const std::string& pciBusId) {
  if (pciBusId.empty()) return 0;
  const double rate = rateOfNvml(nvml, pciBusId);
  return rate > 0 ? rate : rateOfSystem(pciBusId);
}

}  // namespace kernelscope
