#include "settings.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace fake {
namespace {

std::string text(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

uint64_t number(const char* name, uint64_t fallback) {
  const std::string value = text(name);
  return value.empty() ? fallback : std::strtoull(value.c_str(), nullptr, 10);
}

/// Whether a list that is separated by commas names `word`.
bool lists(const char* name, const char* fallback, const std::string& word) {
  const char* const value = std::getenv(name);
  const std::string words = std::string(",") + (value == nullptr ? fallback : value) + ",";
  return words.find("," + word + ",") != std::string::npos;
}

/// The GPUs that CUDA_VISIBLE_DEVICES lists by number, up to the first that does not exist; else all.
std::vector<int> visibleOf(int installed) {
  std::vector<int> visible;
  const char* const list = std::getenv("CUDA_VISIBLE_DEVICES");
  if (list == nullptr) {
    for (int device = 0; device < installed; device++) visible.push_back(device);
    return visible;
  }
  std::stringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    char* end = nullptr;
    const long device = std::strtol(word.c_str(), &end, 10);
    if (end == word.c_str() || device < 0 || device >= installed) break;
    visible.push_back(static_cast<int>(device));
  }
  return visible;
}

Settings readSettings() {
  Settings settings;
  settings.driverVersion = static_cast<int>(number("FAKE_CUDA_DRIVER", 13000));
  settings.cuptiVersion = static_cast<uint32_t>(number("FAKE_CUPTI_VERSION", 130001));
  settings.installed = static_cast<int>(number("FAKE_GPU_COUNT", 1));
  settings.visible = visibleOf(settings.installed);
  settings.devices = static_cast<int>(settings.visible.size());
  settings.kernelNs = number("FAKE_GPU_KERNEL_NS", 5000);
  settings.launchNs = number("FAKE_GPU_LAUNCH_NS", 3000);
  settings.isIdle = number("FAKE_GPU_IDLE", 0) != 0;
  settings.earlyNs = number("FAKE_GPU_EARLY_NS", 0);
  settings.untimed = number("FAKE_GPU_UNTIMED", 0);
  settings.reversed = number("FAKE_GPU_REVERSED", 0);
  settings.isFlushLazy = number("FAKE_GPU_LAZY_FLUSH", 0) != 0;
  settings.holdsRunning = number("FAKE_GPU_HOLDS_RUNNING", 0) != 0;
  settings.heldKind = static_cast<uint32_t>(number("FAKE_GPU_HELD_KIND", 0));
  settings.dropped = number("FAKE_GPU_DROPPED", 0);
  settings.truncatedBytes = number("FAKE_GPU_TRUNCATE", 0);
  settings.unknownRecords = number("FAKE_GPU_UNKNOWN", 0);
  settings.lostAt = number("FAKE_GPU_LOST", 0);
  settings.isCorrelationLate = number("FAKE_GPU_LATE_CORRELATION", 0) != 0;
  settings.doesResetRecover = lists("FAKE_GPU_RECOVERS", "reset,release", "reset");
  settings.doesReleaseRecover = lists("FAKE_GPU_RECOVERS", "reset,release", "release");
  settings.doesWaitEndCaptures = lists("FAKE_GPU_CAPTURE_ENDS", "wait", "wait");
  settings.doesFlushEndCaptures = lists("FAKE_GPU_CAPTURE_ENDS", "wait", "flush");
  settings.leastMetricMib = number("FAKE_GPU_LEAST_METRIC_MIB", 0);
  settings.mostMetricMib = number("FAKE_GPU_MOST_METRIC_MIB", 0);
  settings.replay = text("FAKE_GPU_REPLAY");
  return settings;
}

}  // namespace

const Settings& Settings::read() {
  static const Settings* const settings = new Settings(readSettings());
  return *settings;
}

Failure::Failure(const char* name, const char* alias) {
  if (alias != nullptr) take(alias);
  take(name);
}

int Failure::next() {
  while (isHang_) pause();
  if (isCrash_) std::abort();
  if (code_ == 0) return 0;
  const uint64_t call = ++calls_;
  return call >= first_ && call <= last_ ? code_ : 0;
}

void Failure::take(const std::string& name) {
  static const std::string* const wanted = new std::string("," + text("FAKE_GPU_FAIL") + ",");
  const std::string key = "," + name + "=";
  const size_t found = wanted->find(key);
  if (found == std::string::npos) return;
  const size_t begin = found + key.size();
  const std::string value = wanted->substr(begin, wanted->find(',', begin) - begin);
  code_ = std::atoi(value.c_str());
  isHang_ = value == "hang";
  isCrash_ = value == "crash";
  const size_t at = value.find('@');
  if (at == std::string::npos) return;
  first_ = std::strtoull(value.c_str() + at + 1, nullptr, 10);
  last_ = value.back() == '+' ? UINT64_MAX : first_;
}

}  // namespace fake
