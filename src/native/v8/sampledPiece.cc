#include "sampledPiece.h"

#include <algorithm>
#include <cstring>

#include "bindings.h"

namespace kernelscope {

namespace {

/** A typed array with a copy of `values`. */
template <typename Array, typename Value>
v8::Local<v8::Value> columnOf(v8::Isolate* isolate, const std::vector<Value>& values) {
  const size_t bytes = values.size() * sizeof(Value);
  v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(isolate, bytes);
  if (bytes > 0) std::memcpy(buffer->GetBackingStore()->Data(), values.data(), bytes);
  return Array::New(buffer, 0, values.size());
}

void set(v8::Isolate* isolate, v8::Local<v8::Object> object, const char* name,
         v8::Local<v8::Value> value) {
  object->Set(isolate->GetCurrentContext(), text(isolate, name), value).Check();
}

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
  TreeRows(const v8::CpuProfile* profile, KnownTexts* texts, SampledTree* tree) : tree_(tree) {
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
                          {row, tick.line, static_cast<int32_t>(tick.hit_count)});
    }
  }

  SampledTree* tree_;
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

v8::Local<v8::Object> toObject(v8::Isolate* isolate, const ClockColumns& clock) {
  v8::Local<v8::Object> object = v8::Object::New(isolate);
  set(isolate, object, "times", columnOf<v8::Float64Array>(isolate, clock.times));
  set(isolate, object, "ranNs", columnOf<v8::Float64Array>(isolate, clock.ranNs));
  if (!clock.queuedNs.empty()) {
    set(isolate, object, "queuedNs", columnOf<v8::Float64Array>(isolate, clock.queuedNs));
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

template <typename Value>
void append(std::vector<Value>* values, const std::vector<Value>& more) {
  values->insert(values->end(), more.begin(), more.end());
}

}  // namespace

int32_t Texts::indexOf(const std::string& value) {
  const auto [found, isNew] = indices_.emplace(value, static_cast<int32_t>(values_.size()));
  if (isNew) values_.push_back(value);
  return found->second;
}

v8::Local<v8::Object> SampledPiece::toObject(v8::Isolate* isolate) const {
  v8::Local<v8::Object> result = v8::Object::New(isolate);
  const auto number = [&](const char* name, int64_t value) {
    set(isolate, result, name, v8::Number::New(isolate, static_cast<double>(value)));
  };
  number("startTime", startTime);
  number("endTime", endTime);
  set(isolate, result, "times", columnOf<v8::Float64Array>(isolate, times));
  set(isolate, result, "functions", kernelscope::toObject(isolate, functions));
  if (hasLines) set(isolate, result, "lines", kernelscope::toObject(isolate, lines));
  std::vector<v8::Local<v8::Value>> strings;
  for (const std::string& value : texts.values()) strings.push_back(text(isolate, value.c_str()));
  set(isolate, result, "strings", v8::Array::New(isolate, strings.data(), strings.size()));
  if (!clock.times.empty()) set(isolate, result, "clock", kernelscope::toObject(isolate, clock));
  return result;
}

std::unique_ptr<SampledPiece> pieceOf(const v8::CpuProfile* functions, const v8::CpuProfile* lines,
                                      const PieceEnds& ends) {
  auto piece = std::make_unique<SampledPiece>();
  KnownTexts texts(&piece->texts);
  const TreeRows rows(functions, &texts, &piece->functions);
  TreeSamples samples(functions, rows, ends);
  if (lines != nullptr) {
    piece->hasLines = true;
    const TreeRows lineRows(lines, &texts, &piece->lines);
    piece->lines.samples = matchingRows(samples, TreeSamples(lines, lineRows, ends));
  }
  piece->startTime = ends.startTime > 0 ? ends.startTime : functions->GetStartTime();
  piece->endTime = std::min(ends.endTime, functions->GetEndTime());
  piece->times = std::move(samples.times);
  piece->functions.samples = std::move(samples.rows);
  return piece;
}

void JoinedPieces::add(const SampledPiece& piece) {
  std::vector<int32_t> texts;
  for (const std::string& value : piece.texts.values()) texts.push_back(all_.texts.indexOf(value));
  if (isFirst_) all_.startTime = piece.startTime;
  all_.endTime = piece.endTime;
  append(&all_.times, piece.times);
  addTree(piece.functions, texts, &all_.functions, &functions_);
  if (piece.hasLines) addTree(piece.lines, texts, &all_.lines, &lines_);
  all_.hasLines = piece.hasLines;
  addClock(piece.clock);
  isFirst_ = false;
}

void JoinedPieces::addTree(const SampledTree& tree, const std::vector<int32_t>& texts,
                           SampledTree* all, Rows* rows) {
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
  for (const int32_t sample : tree.samples) all->samples.push_back(sample < 0 ? -1 : rowOf[sample]);
}

/** A clock that stops tells nothing of the whole. */
void JoinedPieces::addClock(const ClockColumns& clock) {
  const bool goesOn = !clock.times.empty() && (isFirst_ || !all_.clock.times.empty());
  const bool isTold = !clock.queuedNs.empty() && (isFirst_ || !all_.clock.queuedNs.empty());
  if (!goesOn) {
    all_.clock = {};
    return;
  }
  append(&all_.clock.times, clock.times);
  append(&all_.clock.ranNs, clock.ranNs);
  if (isTold) {
    append(&all_.clock.queuedNs, clock.queuedNs);
  } else {
    all_.clock.queuedNs.clear();
  }
}

}  // namespace kernelscope
