#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/gpuFailure.h"
#include "metrics/pmSamplingApi.h"

namespace kernelscope {

/// For each column the names that CUPTI has for it, the best one first.
using MetricColumns = std::vector<std::vector<std::string>>;

/// A column that is sampled, and the name that CUPTI takes for it.
struct PlannedMetric {
  size_t column = 0;
  std::string metric;
};

/// A column that is not, with what CUPTI said of its last name.
struct RefusedMetric {
  size_t column = 0;
  /// False where the column alone would do, but not in one pass with those before it.
  bool isFailed = false;
  CallFailure failure;
};

/// What of the columns a chip samples at once.
struct MetricPlan {
  std::vector<PlannedMetric> metrics;
  std::vector<RefusedMetric> refused;
  /// Why there are no metrics; empty where there are some.
  CallFailure failure;
};

/// CUPTI's knowledge of a chip, which is there for as long as this is.
class MetricHost {
 public:
  /// A chip of which `availability`, where it is not empty, says what may be counted.
  MetricHost(const PmSamplingApi& api, const std::string& chip,
             const std::vector<uint8_t>& availability);
  ~MetricHost();
  MetricHost(const MetricHost&) = delete;
  MetricHost& operator=(const MetricHost&) = delete;

  /// Null where CUPTI does not know the chip.
  pm::Host host() const { return host_; }
  const CallFailure& failure() const { return failure_; }

  /// Sets up `metrics`; false where CUPTI does not take them.
  bool configure(const std::vector<std::string>& metrics, std::vector<uint8_t>& config,
                 size_t& passes);

 private:
  const PmSamplingApi& api_;
  pm::Host host_ = nullptr;
  CallFailure failure_;
};

/// Pointers to the texts, as CUPTI takes them.
std::vector<const char*> pointersTo(const std::vector<std::string>& texts);

/// Chooses, column by column, the first name that can be counted together with those before it in
/// one pass: sampling has no second one.
MetricPlan planMetrics(const PmSamplingApi& api, const std::string& chip,
                       const std::vector<uint8_t>& availability, const MetricColumns& columns);

}  // namespace kernelscope
