#pragma once

#include <v8-profiler.h>
#include <v8.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "columns.h"
#include "threadClock.h"

namespace kernelscope {

/** The columns of a node: parent, name, script name, script, line, column. */
constexpr size_t NODE_COLUMNS = 6;
/** The columns of a tick: node, line, samples. */
constexpr size_t TICK_COLUMNS = 3;

/** A tree and its samples, in rows; parents come first. */
struct SampledTree {
  std::vector<int32_t> nodes;
  std::vector<int32_t> ticks;
  /** The node of each sample; -1 for none. */
  std::vector<int32_t> samples;
};

/**
 * What V8 has sampled in some time, outside of V8. Times are microseconds of CLOCK_MONOTONIC. A sample lasts until the
 * next one; of those of an idle thread that follow one another only the first is kept.
 */
struct SampledPiece {
  int64_t startTime = 0;
  int64_t endTime = 0;
  std::vector<double> times;
  /** Samples from the start up to then were taken because the piece began; 0 for the first piece. */
  int64_t begunTime = 0;
  /** Pairs of a time, and the microseconds between samples from then on. */
  std::vector<double> intervals;
  SampledTree functions;
  bool hasLines = false;
  /** Whether V8 was shown all that was inlined, see `SampledCode`. */
  bool knowsInlined = false;
  SampledTree lines;
  Texts texts;
  ClockColumns clock;

  /** The piece as an object of JavaScript. */
  v8::Local<v8::Object> toObject(v8::Isolate* isolate) const;
};

/** Which samples of a profile belong to a piece: those before its end, unless the piece before had them. */
struct PieceEnds {
  /** 0 for the first piece, which begins with its profile. */
  int64_t startTime = 0;
  /** When V8 had taken the stack of its begin. */
  int64_t begunTime = 0;
  /** That of the profile for the last piece. */
  int64_t endTime = INT64_MAX;
  /** The times of samples before `startTime` that the piece before had. */
  const std::unordered_set<int64_t>* taken = nullptr;
};

/** How often a piece was sampled. */
struct PieceRate {
  /** Microseconds between its samples. */
  int intervalUs = 0;
  /** So many times the shortest interval; a sample on a line counts for so many ticks. */
  int multiple = 1;
};

/** The piece that two profiles of the same samples have; `lines` may be null. Its clock is empty. */
std::unique_ptr<SampledPiece> pieceOf(const v8::CpuProfile* functions, const v8::CpuProfile* lines,
                                      const PieceEnds& ends, const PieceRate& rate);

/**
 * Pieces one after another as one, without the samples that were taken because a piece began: these are where V8 looks
 * for interrupts, and the one before lasts as long.
 */
class JoinedPieces {
 public:
  /** Adds a piece, of which the first sample in each `intervalUs` is kept, or all of them; returns how many. */
  size_t add(const SampledPiece& piece, int intervalUs);
  const SampledPiece& all() const { return all_; }

 private:
  /** The rows of a tree by what tells its nodes and ticks apart. */
  struct Rows {
    std::map<std::array<int32_t, NODE_COLUMNS>, int32_t> nodes;
    std::map<std::pair<int32_t, int32_t>, size_t> ticks;
  };

  /** The row of a sample in its piece, and from when on it counts. */
  struct Kept {
    size_t row;
    double time;
  };

  std::vector<Kept> keptSamples(const SampledPiece& piece, int intervalUs);
  void addTree(const SampledTree& tree, const std::vector<int32_t>& texts,
               const std::vector<Kept>& kept, SampledTree* all, Rows* rows);
  void addClock(const ClockColumns& clock, const std::vector<Kept>& kept);
  void addInterval(double time, double intervalUs);

  SampledPiece all_;
  Rows functions_;
  Rows lines_;
  bool isFirst_ = true;
  bool lastIsIdle_ = false;
  /** From when on the next sample is kept. */
  double due_ = 0;
};

}  // namespace kernelscope
