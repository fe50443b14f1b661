#include "replay.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "collection.h"
#include "settings.h"

namespace fake {
namespace {

constexpr char kMagic[] = "KSGPUREC";
constexpr uint32_t kFormat = 1;
constexpr uint32_t kRecordFrame = 1;
constexpr uint32_t kNameFrame = 2;

/// What a stream brought along.
struct Replayed {
  std::map<std::pair<uint32_t, uint32_t>, const char*> names;
  uint32_t sizes[kKinds] = {};
};

Replayed& replayed() {
  static Replayed* const state = new Replayed();
  return *state;
}

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path, std::ios::binary) {}

  uint32_t number() {
    uint32_t value = 0;
    file_.read(reinterpret_cast<char*>(&value), sizeof(value));
    return value;
  }

  std::string bytes(uint32_t length) {
    std::string value(length, '\0');
    file_.read(value.data(), length);
    return value;
  }

  bool isGood() const { return file_.good(); }

 private:
  std::ifstream file_;
};

void readRecord(Reader& reader) {
  const std::string bytes = reader.bytes(reader.number());
  Record record(reinterpret_cast<const uint8_t*>(bytes.data()),
                static_cast<uint32_t>(bytes.size()));
  for (uint32_t left = reader.number(); left > 0 && reader.isGood(); left--) {
    const int offset = static_cast<int>(reader.number());
    record.put(offset, interned(reader.bytes(reader.number())));
  }
  if (!reader.isGood()) return;
  const uint32_t kind = static_cast<uint32_t>(record.kind());
  if (kind < kKinds) replayed().sizes[kind] = record.size();
  Collection::instance().replay(record);
}

void readName(Reader& reader) {
  const uint32_t domain = reader.number();
  const uint32_t number = reader.number();
  const char* const name = interned(reader.bytes(reader.number()));
  if (reader.isGood()) replayed().names[{domain, number}] = name;
}

void readStream(const std::string& path) {
  Reader reader(path);
  if (reader.bytes(8) != kMagic || reader.number() != kFormat) {
    std::fprintf(stderr, "%s is no recorded stream of a GPU\n", path.c_str());
    return;
  }
  // The version and the origin are for readers of the file; records go out as they are.
  reader.bytes(12);
  while (reader.isGood()) {
    const uint32_t frame = reader.number();
    if (!reader.isGood()) return;
    if (frame == kRecordFrame) readRecord(reader);
    if (frame == kNameFrame) readName(reader);
    if (frame != kRecordFrame && frame != kNameFrame) return;
  }
}

}  // namespace

void replayOnce() {
  static std::once_flag once;
  const std::string& path = Settings::read().replay;
  if (!path.empty()) std::call_once(once, [&] { readStream(path); });
}

const char* replayedName(uint32_t domain, uint32_t number) {
  const auto& names = replayed().names;
  const auto found = names.find({domain, number});
  return found == names.end() ? nullptr : found->second;
}

uint32_t storedSize(const uint8_t* record) {
  uint32_t kind = 0;
  std::memcpy(&kind, record, sizeof(kind));
  if (kind >= kKinds) return 0;
  const uint32_t size = replayed().sizes[kind];
  return size == 0 ? sizeOf(static_cast<Kind>(kind)) : size;
}

}  // namespace fake
