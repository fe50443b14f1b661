#pragma once

#include <cstdint>

namespace fake {

/// Delivers the stream that FAKE_GPU_REPLAY names, the first time it is called. recordedStreams.md
/// describes the format.
void replayOnce();

/// A name of a call that the recorded stream brought; null for none. `domain` is CUPTI's.
const char* replayedName(uint32_t domain, uint32_t number);

/// Bytes of a record in a buffer; 0 for one of a kind that nobody has.
uint32_t storedSize(const uint8_t* record);

}  // namespace fake
