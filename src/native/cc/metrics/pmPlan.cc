#include "metrics/pmPlan.h"

namespace kernelscope {

MetricHost::MetricHost(const PmSamplingApi& api, const std::string& chip,
                       const std::vector<uint8_t>& availability)
    : api_(api) {
  pm::HostInitialize block;
  block.chip = chip.c_str();
  block.availability = availability.empty() ? nullptr : availability.data();
  if (api_.does(api_.initializeHost, block, failure_)) host_ = block.host;
}

MetricHost::~MetricHost() {
  if (host_ == nullptr) return;
  pm::HostDeinitialize block;
  block.host = host_;
  api_.deinitializeHost(&block);
}

bool MetricHost::configure(const std::vector<std::string>& metrics, std::vector<uint8_t>& config,
                           size_t& passes) {
  std::vector<const char*> names = pointersTo(metrics);
  pm::AddMetrics added;
  added.host = host_;
  added.names = names.data();
  added.count = names.size();
  if (!api_.does(api_.addMetrics, added, failure_)) return false;
  pm::ConfigImageSize size;
  size.host = host_;
  if (!api_.does(api_.getConfigSize, size, failure_)) return false;
  config.resize(size.imageSize);
  pm::ConfigImage image;
  image.host = host_;
  image.imageSize = config.size();
  image.image = config.data();
  if (!api_.does(api_.getConfig, image, failure_)) return false;
  pm::PassCount count;
  count.imageSize = config.size();
  count.image = config.data();
  if (!api_.does(api_.countPasses, count, failure_)) return false;
  passes = count.passes;
  return true;
}

std::vector<const char*> pointersTo(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

namespace {

/// What came of one name for a column.
struct Attempt {
  bool isTaken = false;
  bool isKnown = false;
  CallFailure failure;
};

/// Grows a set of metrics by one at a time.
class Planner {
 public:
  Planner(const PmSamplingApi& api, const std::string& chip,
          const std::vector<uint8_t>& availability, MetricPlan& plan)
      : api_(api), chip_(chip), availability_(availability), plan_(plan) {}

  void add(size_t column, const std::vector<std::string>& names) {
    RefusedMetric refused;
    refused.column = column;
    for (const std::string& name : names) {
      const Attempt attempt = attemptWith(name);
      if (attempt.isTaken) {
        plan_.metrics.push_back({column, name});
        return;
      }
      refused.isFailed = !attempt.isKnown;
      refused.failure = attempt.failure;
    }
    plan_.refused.push_back(refused);
  }

 private:
  Attempt attemptWith(const std::string& name) {
    Attempt attempt;
    std::vector<std::string> names = taken_;
    names.push_back(name);
    MetricHost host(api_, chip_, availability_);
    std::vector<uint8_t> config;
    size_t passes = 0;
    attempt.isKnown = host.host() != nullptr && host.configure(names, config, passes);
    attempt.failure = host.failure();
    attempt.isTaken = attempt.isKnown && passes == 1;
    if (attempt.isTaken) taken_ = names;
    return attempt;
  }

  const PmSamplingApi& api_;
  const std::string& chip_;
  const std::vector<uint8_t>& availability_;
  MetricPlan& plan_;
  std::vector<std::string> taken_;
};

}  // namespace

MetricPlan planMetrics(const PmSamplingApi& api, const std::string& chip,
                       const std::vector<uint8_t>& availability, const MetricColumns& columns) {
  MetricPlan plan;
  const MetricHost host(api, chip, availability);
  if (host.host() == nullptr) {
    plan.failure = host.failure();
    return plan;
  }
  Planner planner(api, chip, availability, plan);
  for (size_t column = 0; column < columns.size(); column++) planner.add(column, columns[column]);
  if (plan.metrics.empty()) {
    plan.failure = plan.refused.empty() ? CallFailure() : plan.refused.front().failure;
  }
  return plan;
}

}  // namespace kernelscope
