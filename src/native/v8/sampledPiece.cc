#include "sampledPiece.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace kernelscope {

namespace {

/** V8 has one copy of each text for all profiles of a profiler. */
class KnownTexts {
 public:
  explicit KnownTexts(Texts* texts) : texts_(texts) {}

  int32_t indexOf(const char* value) {
    const auto found = indices_.find(value);
    if (found != indices_.end()) return found->second;
    const int32_t index = texts_->indexOf(value);
    indices_.emplace(value, index);
    return index;
  }

 private:
  Texts* texts_;
  std::unordered_map<const char*, int32_t> indices_;
};

/** The nodes of a tree in rows, parents first, and the row of each node. */
class TreeRows {
 public:
  TreeRows(const v8::CpuProfile* profile, KnownTexts* texts, SampledTree* tree, int ticksOfSample)
      : tree_(tree), ticksOfSample_(ticksOfSample) {
    std::vector<std::pair<const v8::CpuProfileNode*, int32_t>> open{{profile->GetTopDownRoot(), -1}};
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      const int32_t row = add(node, parent, texts);
      for (int at = 0; at < node->GetChildrenCount(); at++) open.emplace_back(node->GetChild(at), row);
    }
  }

  int32_t rowOf(const v8::CpuProfileNode* node) const { return rows_.at(node->GetNodeId()); }

 private:
  int32_t add(const v8::CpuProfileNode* node, int32_t parent, KnownTexts* texts) {
    const int32_t row = count_++;
    const unsigned id = node->GetNodeId();
    if (rows_.size() <= id) rows_.resize(id + 1, -1);
    rows_[id] = row;
    for (const int32_t value :
         {parent, texts->indexOf(node->GetFunctionNameStr()),
          texts->indexOf(node->GetScriptResourceNameStr()),
          static_cast<int32_t>(node->GetScriptId()), static_cast<int32_t>(node->GetLineNumber()),
          static_cast<int32_t>(node->GetColumnNumber())}) {
      tree_->nodes.push_back(value);
    }
    addTicks(node, row);
    return row;
  }

  void addTicks(const v8::CpuProfileNode* node, int32_t row) {
    lineTicks_.resize(node->GetHitLineCount());
    if (lineTicks_.empty() || !node->GetLineTicks(lineTicks_.data(), lineTicks_.size())) return;
    for (const v8::CpuProfileNode::LineTick& tick : lineTicks_) {
      tree_->ticks.insert(tree_->ticks.end(),
                          {row, tick.line, static_cast<int32_t>(tick.hit_count) * ticksOfSample_});
    }
  }

  SampledTree* tree_;
  int ticksOfSample_;
  int32_t count_ = 0;
  /** Of each id of a node its row. */
  std::vector<int32_t> rows_;
  std::vector<v8::CpuProfileNode::LineTick> lineTicks_;
};

/** The samples of a tree: when they were taken, and their nodes. */
struct TreeSamples {
  TreeSamples(const v8::CpuProfile* profile, const TreeRows& tree, const PieceEnds& ends) {
    const int count = profile->GetSamplesCount();
    times.reserve(count);
    rows.reserve(count);
    for (int at = 0; at < count; at++) {
      const int64_t time = profile->GetSampleTimestamp(at);
      const bool isTaken = time < ends.startTime && ends.taken != nullptr && ends.taken->count(time) > 0;
      if (isTaken || time >= ends.endTime) continue;
      times.push_back(static_cast<double>(time));
      rows.push_back(tree.rowOf(profile->GetSample(at)));
    }
  }

  std::vector<double> times;
  std::vector<int32_t> rows;
};

/**
 * For each sample of `functions` its row in the tree of lines, which began a moment later and ended a moment earlier:
 * a sample that only the functions have counts for the row of one before it in the same node, or else after it; -1
 * if there is none.
 */
std::vector<int32_t> matchingRows(const TreeSamples& functions, const TreeSamples& lines) {
  std::unordered_map<double, int32_t> rowAt;
  for (size_t at = 0; at < lines.times.size(); at++) rowAt.emplace(lines.times[at], lines.rows[at]);
  std::unordered_map<int32_t, int32_t> rowOfNode;
  std::vector<int32_t> rows(functions.times.size(), -1);
  const auto match = [&](size_t at) {
    const auto taken = rowAt.find(functions.times[at]);
    const int32_t node = functions.rows[at];
    if (taken != rowAt.end()) {
      rows[at] = taken->second;
      rowOfNode[node] = taken->second;
    } else if (rows[at] < 0) {
      const auto other = rowOfNode.find(node);
      if (other != rowOfNode.end()) rows[at] = other->second;
    }
  };
  for (size_t at = 0; at < rows.size(); at++) match(at);
  for (size_t at = rows.size(); at-- > 0;) match(at);
  return rows;
}

/** V8's name for the stack of a thread that is idle. */
constexpr char IDLE[] = "(idle)";

/** Which nodes stand for an idle thread. */
std::vector<bool> idleNodes(const SampledPiece& piece) {
  const std::vector<int32_t>& nodes = piece.functions.nodes;
  const std::vector<std::string>& texts = piece.texts.values();
  std::vector<bool> areIdle;
  for (size_t at = 0; at < nodes.size(); at += NODE_COLUMNS) {
    areIdle.push_back(nodes[at] == 0 && texts[nodes[at + 1]] == IDLE);
  }
  return areIdle;
}

/** Keeps of the samples of an idle thread that follow one another the first. */
void joinIdleSamples(SampledPiece* piece) {
  const std::vector<bool> areIdle = idleNodes(*piece);
  std::vector<int32_t>& rows = piece->functions.samples;
  std::vector<int32_t>& lineRows = piece->lines.samples;
  size_t kept = 0;
  bool wasIdle = false;
  for (size_t at = 0; at < rows.size(); at++) {
    const bool isIdle = areIdle[rows[at]];
    const bool isSame = isIdle && wasIdle;
    wasIdle = isIdle;
    if (isSame) continue;
    piece->times[kept] = piece->times[at];
    rows[kept] = rows[at];
    if (piece->hasLines) lineRows[kept] = lineRows[at];
    kept++;
  }
  piece->times.resize(kept);
  rows.resize(kept);
  if (piece->hasLines) lineRows.resize(kept);
}

v8::Local<v8::Object> toObject(v8::Isolate* isolate, const ClockColumns& clock) {
  v8::Local<v8::Object> object = v8::Object::New(isolate);
  set(isolate, object, "times", columnOf<v8::Float64Array>(isolate, clock.times));
  set(isolate, object, "ranNs", columnOf<v8::Float64Array>(isolate, clock.ranNs));
  if (!clock.queuedNs.empty()) {
    set(isolate, object, "queuedNs", columnOf<v8::Float64Array>(isolate, clock.queuedNs));
    set(isolate, object, "stoppedNs", v8::Number::New(isolate, clock.stoppedNs));
  }
  return object;
}

v8::Local<v8::Object> toObject(v8::Isolate* isolate, const SampledTree& tree) {
  v8::Local<v8::Object> object = v8::Object::New(isolate);
  set(isolate, object, "nodes", columnOf<v8::Int32Array>(isolate, tree.nodes));
  set(isolate, object, "ticks", columnOf<v8::Int32Array>(isolate, tree.ticks));
  set(isolate, object, "samples", columnOf<v8::Int32Array>(isolate, tree.samples));
  return object;
}

}  // namespace

v8::Local<v8::Object> SampledPiece::toObject(v8::Isolate* isolate) const {
  v8::Local<v8::Object> result = v8::Object::New(isolate);
  const auto number = [&](const char* name, int64_t value) {
    set(isolate, result, name, v8::Number::New(isolate, static_cast<double>(value)));
  };
  number("startTime", startTime);
  number("endTime", endTime);
  set(isolate, result, "times", columnOf<v8::Float64Array>(isolate, times));
  set(isolate, result, "intervals", columnOf<v8::Float64Array>(isolate, intervals));
  set(isolate, result, "functions", kernelscope::toObject(isolate, functions));
  if (hasLines) set(isolate, result, "lines", kernelscope::toObject(isolate, lines));
  if (knowsInlined) set(isolate, result, "knowsInlined", v8::True(isolate));
  set(isolate, result, "strings", texts.toArray(isolate));
  if (!clock.times.empty()) set(isolate, result, "clock", kernelscope::toObject(isolate, clock));
  return result;
}

std::unique_ptr<SampledPiece> pieceOf(const v8::CpuProfile* functions, const v8::CpuProfile* lines,
                                      const PieceEnds& ends, const PieceRate& rate) {
  auto piece = std::make_unique<SampledPiece>();
  KnownTexts texts(&piece->texts);
  const TreeRows rows(functions, &texts, &piece->functions, rate.multiple);
  TreeSamples samples(functions, rows, ends);
  if (lines != nullptr) {
    piece->hasLines = true;
    const TreeRows lineRows(lines, &texts, &piece->lines, rate.multiple);
    piece->lines.samples = matchingRows(samples, TreeSamples(lines, lineRows, ends));
  }
  piece->startTime = ends.startTime > 0 ? ends.startTime : functions->GetStartTime();
  piece->endTime = std::min(ends.endTime, functions->GetEndTime());
  piece->times = std::move(samples.times);
  piece->functions.samples = std::move(samples.rows);
  piece->intervals = {static_cast<double>(piece->startTime), static_cast<double>(rate.intervalUs)};
  piece->begunTime = ends.begunTime;
  joinIdleSamples(piece.get());
  return piece;
}

size_t JoinedPieces::add(const SampledPiece& piece, int intervalUs) {
  std::vector<int32_t> texts;
  for (const std::string& value : piece.texts.values()) texts.push_back(all_.texts.indexOf(value));
  if (isFirst_) all_.startTime = piece.startTime;
  all_.endTime = piece.endTime;
  const std::vector<Kept> kept = keptSamples(piece, intervalUs);
  for (const Kept& each : kept) all_.times.push_back(each.time);
  addTree(piece.functions, texts, kept, &all_.functions, &functions_);
  if (piece.hasLines) addTree(piece.lines, texts, kept, &all_.lines, &lines_);
  all_.hasLines = piece.hasLines;
  all_.knowsInlined = piece.knowsInlined;
  addClock(piece.clock, kept);
  addInterval(piece.intervals[0], std::max<double>(piece.intervals[1], intervalUs));
  isFirst_ = false;
  return kept.size();
}

std::vector<JoinedPieces::Kept> JoinedPieces::keptSamples(const SampledPiece& piece, int intervalUs) {
  const std::vector<bool> areIdle = idleNodes(piece);
  const auto isIdle = [&](size_t at) { return areIdle[piece.functions.samples[at]]; };
  const double sampledUs = piece.intervals[1];
  const size_t count = piece.times.size();
  const auto isOfBegin = [&](size_t at) {
    return piece.times[at] >= piece.startTime && piece.times[at] <= piece.begunTime;
  };
  std::vector<Kept> kept;
  const auto keep = [&](size_t at, double time) {
    if (!isIdle(at) || !lastIsIdle_) kept.push_back({at, time});
    lastIsIdle_ = isIdle(at);
  };
  if (intervalUs <= sampledUs) {
    for (size_t at = 0; at < count; at++) {
      if (!isOfBegin(at)) keep(at, piece.times[at]);
    }
    due_ = piece.endTime + intervalUs;
    return kept;
  }
  size_t next = 0;
  for (; due_ < piece.endTime; due_ += intervalUs) {
    while (next < count && (piece.times[next] < due_ || isOfBegin(next))) next++;
    // the samples of an idle thread after its first one are not there
    const bool isFollowed = next < count && piece.times[next] - due_ < sampledUs;
    if (!isFollowed && next > 0 && isIdle(next - 1)) {
      keep(next - 1, due_);
    } else if (next < count) {
      keep(next, piece.times[next]);
    } else {
      break;
    }
  }
  return kept;
}

void JoinedPieces::addTree(const SampledTree& tree, const std::vector<int32_t>& texts,
                           const std::vector<Kept>& kept, SampledTree* all, Rows* rows) {
  std::vector<int32_t> rowOf;
  for (size_t at = 0; at < tree.nodes.size(); at += NODE_COLUMNS) {
    const int32_t* node = &tree.nodes[at];
    const std::array<int32_t, NODE_COLUMNS> key{node[0] < 0 ? -1 : rowOf[node[0]],
                                                texts[node[1]], texts[node[2]],
                                                node[3], node[4], node[5]};
    const auto row = static_cast<int32_t>(rows->nodes.size());
    const auto [found, isNew] = rows->nodes.emplace(key, row);
    if (isNew) all->nodes.insert(all->nodes.end(), key.begin(), key.end());
    rowOf.push_back(found->second);
  }
  for (size_t at = 0; at < tree.ticks.size(); at += TICK_COLUMNS) {
    const int32_t row = rowOf[tree.ticks[at]];
    const int32_t line = tree.ticks[at + 1];
    const int32_t count = tree.ticks[at + 2];
    const auto [found, isNew] = rows->ticks.emplace(std::pair(row, line), all->ticks.size());
    if (isNew) {
      all->ticks.insert(all->ticks.end(), {row, line, count});
    } else {
      all->ticks[found->second + 2] += count;
    }
  }
  for (const Kept& each : kept) {
    const int32_t sample = tree.samples[each.row];
    all->samples.push_back(sample < 0 ? -1 : rowOf[sample]);
  }
}

/** Keeps the first value, that of each sample, and the last of the piece. A clock that stops tells nothing of the whole. */
void JoinedPieces::addClock(const ClockColumns& clock, const std::vector<Kept>& kept) {
  ClockColumns& all = all_.clock;
  const bool goesOn = !clock.times.empty() && (isFirst_ || !all.times.empty());
  const bool isTold = !clock.queuedNs.empty() && (isFirst_ || !all.queuedNs.empty());
  if (!goesOn) {
    all = {};
    return;
  }
  if (!isTold) all.queuedNs.clear();
  all.stoppedNs += clock.stoppedNs;
  const auto addRow = [&](size_t row) {
    all.times.push_back(clock.times[row]);
    all.ranNs.push_back(clock.ranNs[row]);
    if (isTold) all.queuedNs.push_back(clock.queuedNs[row]);
  };
  size_t next = 0;
  if (isFirst_) addRow(next++);
  const size_t last = clock.times.size() - 1;
  size_t row = 0;
  for (const Kept& each : kept) {
    while (row < last && clock.times[row + 1] <= each.time) row++;
    if (row < next || row == last) continue;
    addRow(row);
    next = row + 1;
  }
  if (next <= last) addRow(last);
}

void JoinedPieces::addInterval(double time, double intervalUs) {
  if (!all_.intervals.empty() && all_.intervals.back() == intervalUs) return;
  all_.intervals.push_back(time);
  all_.intervals.push_back(intervalUs);
}

}  // namespace kernelscope
