// Compiled by pmSampling.test.ts: what NVIDIA's CUPTI, which knows chips without a GPU, makes of
// columns of metrics. Takes the folder of libcupti and the name of a chip; of standard input each
// line is a column, with its names apart by spaces. Prints for each column its metric, or `-` and
// the reason.

#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

#include "metrics/pmPlan.h"

using kernelscope::Library;
using kernelscope::MetricColumns;
using kernelscope::MetricPlan;
using kernelscope::PmSamplingApi;

int main(int, char** arguments) {
  const Library cupti = Library::open({"libcupti.so.13", "libcupti.so.12"}, {arguments[1]});
  const PmSamplingApi api(cupti);
  MetricColumns columns;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    columns.emplace_back();
    for (std::string word; words >> word;) columns.back().push_back(word);
  }
  const MetricPlan plan = kernelscope::planMetrics(api, arguments[2], {}, columns);
  if (!plan.failure.call.empty()) {
    std::printf("failure %s %u\n", plan.failure.call.c_str(), plan.failure.code);
  }
  for (const auto& each : plan.metrics) {
    std::printf("%zu %s\n", each.column, each.metric.c_str());
  }
  for (const auto& each : plan.refused) {
    std::printf("%zu - %s\n", each.column, each.isFailed ? each.failure.call.c_str() : "passes");
  }
}
