#include "cupti/activityBuffers.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace kernelscope {
namespace {

/// What buffers are for while nothing is recorded and CUPTI still writes the last records down.
constexpr size_t kIdleBytes = size_t{256} << 10;

}  // namespace

ActivityBuffer::~ActivityBuffer() { std::free(bytes_); }

ActivityBuffers::Drain::Drain(ActivityBuffers& buffers, ActivityInbox& inbox)
    : buffers_(buffers), inbox_(inbox) {
  buffers_.beginDrain(inbox_);
}

ActivityBuffers::Drain::~Drain() {
  if (!isOver_) buffers_.endDrain(inbox_);
}

ActivityBuffers::Taken ActivityBuffers::Drain::take() {
  isOver_ = true;
  return buffers_.take(inbox_);
}

/// Gives back what a buffer does not use, where that is most of it.
FilledBuffer ActivityBuffers::fitted(Bytes bytes, size_t valid, size_t capacity) {
  if (valid <= capacity / 2) {
    void* const smaller = std::realloc(bytes.get(), valid);
    if (smaller != nullptr) {
      static_cast<void>(bytes.release());
      bytes.reset(static_cast<uint8_t*>(smaller));
      capacity = valid;
    }
  }
  auto buffer = std::make_shared<ActivityBuffer>(bytes.get(), valid, capacity);
  static_cast<void>(bytes.release());
  return buffer;
}

void ActivityBuffers::add(const Inbox& inbox) {
  const std::lock_guard<std::mutex> lock(mutex_);
  inboxes_.push_back(inbox);
}

void ActivityBuffers::remove(const Inbox& inbox) {
  const std::lock_guard<std::mutex> lock(mutex_);
  inboxes_.erase(std::remove(inboxes_.begin(), inboxes_.end(), inbox), inboxes_.end());
  inbox->notice_.reset();
  inbox->filled_.clear();
}

void ActivityBuffers::beginDrain(ActivityInbox& inbox) {
  const std::lock_guard<std::mutex> lock(mutex_);
  inbox.isDraining_ = true;
  draining_++;
}

/// With the lock.
void ActivityBuffers::noteEnd(ActivityInbox& inbox) {
  inbox.isDraining_ = false;
  draining_--;
}

void ActivityBuffers::endDrain(ActivityInbox& inbox) {
  const std::lock_guard<std::mutex> lock(mutex_);
  noteEnd(inbox);
}

ActivityBuffers::Taken ActivityBuffers::take(ActivityInbox& inbox) {
  const std::lock_guard<std::mutex> lock(mutex_);
  noteEnd(inbox);
  inbox.filledBytes_ = 0;
  Taken taken;
  taken.buffers.swap(inbox.filled_);
  taken.dropped = std::exchange(inbox.dropped_, 0);
  taken.refusedBuffers = std::exchange(inbox.refusedBuffers_, 0);
  return taken;
}

void ActivityBuffers::setNotice(ActivityInbox& inbox, std::shared_ptr<RecordNotice> notice) {
  const std::lock_guard<std::mutex> lock(mutex_);
  inbox.notice_ = std::move(notice);
}

bool ActivityBuffers::hasRoom(const ActivityInbox& inbox, size_t more) const {
  return inbox.filledBytes_ + more <= inbox.maxBytes_;
}

uint8_t* ActivityBuffers::request(AtLimit atLimit, size_t* size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  *size = inboxes_.empty() ? kIdleBytes : 0;
  for (const Inbox& inbox : inboxes_) *size = std::max(*size, inbox->bufferBytes_);
  const bool isWanted = inboxes_.empty() ||
                        std::any_of(inboxes_.begin(), inboxes_.end(), [&](const Inbox& inbox) {
                          return hasRoom(*inbox, lentBytes_ + *size);
                        });
  if (!isWanted) {
    for (const Inbox& inbox : inboxes_) inbox->refusedBuffers_++;
  }
  const bool isGiven = isWanted || atLimit == AtLimit::discardedBuffer;
  Lent lent{*size, !isWanted};
  Bytes bytes(isGiven ? static_cast<uint8_t*>(std::malloc(*size)) : nullptr, &std::free);
  if (bytes == nullptr && atLimit == AtLimit::discardedBuffer) {
    lent = {kIdleBytes, true};
    bytes = std::move(spare_);
  }
  *size = bytes == nullptr ? 0 : lent.size;
  return bytes == nullptr ? nullptr : lend(std::move(bytes), lent);
}

uint8_t* ActivityBuffers::lend(Bytes bytes, const Lent& lent) {
  lent_[bytes.get()] = lent;
  if (!lent.isDiscarded) lentBytes_ += lent.size;
  return bytes.release();
}

void ActivityBuffers::keepSpare() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (spare_ == nullptr) spare_.reset(static_cast<uint8_t*>(std::malloc(kIdleBytes)));
}

ActivityBuffers::Completed ActivityBuffers::complete(uint8_t* filled, size_t valid) {
  Completed completed;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = lent_.find(filled);
  if (found == lent_.end()) return completed;
  Bytes bytes(filled, &std::free);
  const Lent lent = found->second;
  lent_.erase(found);
  if (!lent.isDiscarded) lentBytes_ -= lent.size;
  if (valid == 0 || inboxes_.empty()) return completed;
  FilledBuffer buffer;
  try {
    completed.notices.reserve(inboxes_.size());
    buffer = fitted(std::move(bytes), std::min(valid, lent.size), lent.size);
  } catch (const std::bad_alloc&) {
    for (const Inbox& inbox : inboxes_) inbox->refusedBuffers_++;
    return completed;
  }
  if (lent.isDiscarded) {
    completed.discarded = buffer;
    return completed;
  }
  for (const Inbox& inbox : inboxes_) {
    const bool isToldNow = deliver(*inbox, buffer);
    if (isToldNow) completed.notices.push_back(inbox->notice_);
  }
  return completed;
}

/// True where the listener of the inbox is to be told. What arrives because somebody drains is told
/// only once it is worth a drain, or two threads would drain for each other without end.
bool ActivityBuffers::deliver(ActivityInbox& inbox, const FilledBuffer& buffer) {
  bool isKept = hasRoom(inbox, buffer->capacity());
  try {
    if (isKept) inbox.filled_.push_back(buffer);
  } catch (const std::bad_alloc&) {
    isKept = false;
  }
  if (!isKept) {
    inbox.refusedBuffers_++;
    return false;
  }
  inbox.filledBytes_ += buffer->capacity();
  if (inbox.isDraining_ || inbox.notice_ == nullptr) return false;
  return draining_ == 0 || inbox.filledBytes_ >= inbox.bufferBytes_ / 2;
}

void ActivityBuffers::addDropped(uint64_t records) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Inbox& inbox : inboxes_) inbox->dropped_ += records;
}

}  // namespace kernelscope
