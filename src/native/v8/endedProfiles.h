#pragma once

#include <v8-profiler.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

#include "threadClock.h"

namespace kernelscope {

struct ProfileDeleter {
  void operator()(v8::CpuProfile* profile) const { profile->Delete(); }
};
using ProfilePointer = std::unique_ptr<v8::CpuProfile, ProfileDeleter>;

/** Profiles that are kept at most: those of two minutes. */
constexpr size_t MOST_ENDED = 480;

/**
 * Profiles that were taken out of V8's profiler while it goes on. V8 counts who uses what it knows of a function: the nodes
 * of profiles, which this thread deletes, and its map of code, from which its own thread removes what was collected. But it
 * asks for the count after it has changed it, so that both threads may take themselves for the last user, and free it. So
 * profiles stay as long as V8's thread has collected code to remove.
 */
class EndedProfiles {
 public:
  void add(ProfilePointer profile) {
    if (profile == nullptr) return;
    ended_.push_back(std::move(profile));
    if (count() > MOST_ENDED) ended_.pop_front();
  }

  /** Code may have been collected just now. */
  void noteCollection() { collectedUs_ = monotonicUs(); }

  /** V8's thread has come to a sample of that time: it takes samples and what happens to code in their order. */
  void deleteOnceAt(int64_t sampleUs) {
    if (sampleUs > collectedUs_) deleteAll();
  }

  /** While V8's thread does nothing. */
  void deleteAll() { ended_.clear(); }

  size_t count() const { return ended_.size(); }

 private:
  std::deque<ProfilePointer> ended_;
  int64_t collectedUs_ = 0;
};

}  // namespace kernelscope
