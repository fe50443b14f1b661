#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "common/recordNotice.h"

namespace kernelscope {

/// Bytes that CUPTI has filled with records.
class ActivityBuffer {
 public:
  /// Takes over `bytes`, which are of `malloc`.
  ActivityBuffer(uint8_t* bytes, size_t valid, size_t capacity)
      : bytes_(bytes), valid_(valid), capacity_(capacity) {}
  ~ActivityBuffer();

  ActivityBuffer(const ActivityBuffer&) = delete;
  ActivityBuffer& operator=(const ActivityBuffer&) = delete;

  uint8_t* bytes() const { return bytes_; }
  /// How many bytes hold records, and how many are taken up.
  size_t valid() const { return valid_; }
  size_t capacity() const { return capacity_; }

 private:
  uint8_t* bytes_;
  size_t valid_;
  size_t capacity_;
};

using FilledBuffer = std::shared_ptr<const ActivityBuffer>;

/// What arrives for one recording. `ActivityBuffers` guards all of it.
class ActivityInbox {
 public:
  ActivityInbox(size_t bufferBytes, size_t maxBytes)
      : bufferBytes_(bufferBytes), maxBytes_(maxBytes < bufferBytes ? bufferBytes : maxBytes) {}

 private:
  friend class ActivityBuffers;

  const size_t bufferBytes_;
  const size_t maxBytes_;
  std::vector<FilledBuffer> filled_;
  size_t filledBytes_ = 0;
  uint64_t dropped_ = 0;
  uint64_t refusedBuffers_ = 0;
  bool isDraining_ = false;
  std::shared_ptr<RecordNotice> notice_;
};

/// The buffers of a process: those that CUPTI fills now, and those that wait in inboxes. CUPTI's
/// threads and all JavaScript threads meet here; nothing of CUPTI is called under the lock.
class ActivityBuffers {
 public:
  using Inbox = std::shared_ptr<ActivityInbox>;

  /// What an inbox had.
  struct Taken {
    std::vector<FilledBuffer> buffers;
    uint64_t dropped = 0;
    uint64_t refusedBuffers = 0;
  };

  /// What is to be done, without the lock, once a buffer was completed.
  struct Completed {
    std::vector<std::shared_ptr<RecordNotice>> notices;
    /// A buffer that was over the limit; its records are lost.
    FilledBuffer discarded;
  };

  /// What to answer when no inbox has room, or there is no memory: CUPTI before API 27 crashes
  /// without a buffer.
  enum class AtLimit { noBuffer, discardedBuffer };

  /// A drain of an inbox. Until it is over, nobody is told that something arrives there. What is not
  /// taken, because something fails meanwhile, stays for the next one.
  class Drain {
   public:
    Drain(ActivityBuffers& buffers, ActivityInbox& inbox);
    ~Drain();
    Drain(const Drain&) = delete;
    Drain& operator=(const Drain&) = delete;

    /// What has arrived. The drain is over then.
    Taken take();

   private:
    ActivityBuffers& buffers_;
    ActivityInbox& inbox_;
    bool isOver_ = false;
  };

  /// Puts a buffer by for when there is no memory, unless there is one.
  void keepSpare();

  void add(const Inbox& inbox);
  void remove(const Inbox& inbox);

  /// Whom to tell of records from now on; null for nobody.
  void setNotice(ActivityInbox& inbox, std::shared_ptr<RecordNotice> notice);

  /// An empty buffer for CUPTI; null and 0 for none.
  uint8_t* request(AtLimit atLimit, size_t* size);
  /// What CUPTI has filled. Where there is no memory to keep its records, it is freed, and counted
  /// as refused.
  Completed complete(uint8_t* filled, size_t valid);
  /// Counts records that were dropped, for every inbox.
  void addDropped(uint64_t records);

 private:
  struct Lent {
    size_t size;
    bool isDiscarded;
  };

  using Bytes = std::unique_ptr<uint8_t, decltype(&std::free)>;

  void beginDrain(ActivityInbox& inbox);
  void noteEnd(ActivityInbox& inbox);
  void endDrain(ActivityInbox& inbox);
  Taken take(ActivityInbox& inbox);
  static FilledBuffer fitted(Bytes bytes, size_t valid, size_t capacity);
  bool hasRoom(const ActivityInbox& inbox, size_t more) const;
  uint8_t* lend(Bytes bytes, const Lent& lent);
  bool deliver(ActivityInbox& inbox, const FilledBuffer& buffer);

  std::mutex mutex_;
  std::vector<Inbox> inboxes_;
  std::unordered_map<uint8_t*, Lent> lent_;
  Bytes spare_{nullptr, &std::free};
  size_t lentBytes_ = 0;
  /// How many inboxes are drained at the moment.
  int draining_ = 0;
};

}  // namespace kernelscope
