#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sampledPiece.h"

namespace kernelscope {

using PiecePointer = std::shared_ptr<const SampledPiece>;

/** Pieces that wait for their reader at most: two minutes. */
constexpr size_t MOST_WAITING = 240;

/** The pieces of recordings that other threads read, by the handles of these. */
class SharedPieces {
 public:
  /** `about` is for readers. */
  void open(uint32_t handle, std::string about) {
    const std::lock_guard<std::mutex> lock(mutex_);
    shared_[handle].about = std::move(about);
  }

  void close(uint32_t handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    shared_.erase(handle);
  }

  void add(uint32_t handle, const PiecePointer& piece) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = shared_.find(handle);
    if (found != shared_.end() && found->second.waiting.size() < MOST_WAITING) {
      found->second.waiting.push_back(piece);
    }
  }

  std::vector<PiecePointer> take(uint32_t handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = shared_.find(handle);
    std::vector<PiecePointer> taken;
    if (found != shared_.end()) std::swap(taken, found->second.waiting);
    return taken;
  }

  /** The handles of all recordings, and what readers are told about them. */
  std::vector<std::pair<uint32_t, std::string>> list() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::pair<uint32_t, std::string>> listed;
    for (const auto& [handle, shared] : shared_) listed.emplace_back(handle, shared.about);
    return listed;
  }

 private:
  struct Shared {
    std::string about;
    std::vector<PiecePointer> waiting;
  };

  std::mutex mutex_;
  std::unordered_map<uint32_t, Shared> shared_;
};

/** Those of the process. */
inline SharedPieces& sharedPieces() {
  // never destroyed: threads may end after static objects do
  static SharedPieces* const all = new SharedPieces;
  return *all;
}

}  // namespace kernelscope
