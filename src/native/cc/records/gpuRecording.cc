#include "records/gpuRecording.h"

#include <chrono>
#include <utility>

#include "common/gpuExperiments.h"
#include "common/monotonicClock.h"
#include "cupti/gpuStatus.h"
#include "driver/cudaProcess.h"
#include "driver/deviceWait.h"

namespace kernelscope {
namespace {

KindSet setOf(const std::vector<ActivityKind>& kinds) {
  KindSet set;
  for (const ActivityKind& one : kinds) set.add(one.kind);
  return set;
}

void append(std::vector<CallFailure>& failures, std::vector<CallFailure> more) {
  for (CallFailure& failure : more) failures.push_back(std::move(failure));
}

/// True while calls are captured, and CUPTI is not to be called meanwhile: its records stay with it
/// until the next drain.
bool isHeldBack() {
  return GpuExperiments::instance().captureDrain == CaptureDrain::hold &&
         CudaProcess::instance().isCapturingAnywhere();
}

}  // namespace

GpuRecording::GpuRecording(const CuptiApi& cupti, const Options& options)
    : cupti_(cupti),
      originNs_(monotonicNow()),
      inbox_(std::make_shared<ActivityInbox>(options.bufferBytes, options.maxBytes)) {}

std::unique_ptr<GpuRecording> GpuRecording::start(const CuptiApi& cupti, uint32_t version,
                                                  const Options& options,
                                                  std::shared_ptr<RecordNotice> notice) {
  std::unique_ptr<GpuRecording> recording(new GpuRecording(cupti, options));
  const uint64_t origin = recording->originNs_;
  if (!options.recordTo.empty()) {
    recording->stream_ = RecordedStream::open(options.recordTo, cupti, origin);
    if (recording->stream_ == nullptr) return nullptr;
  }
  recording->setNotice(std::move(notice));
  uint64_t now = 0;
  cupti.getTimestamp(&now);
  Collector::Started& started = recording->started_;
  started = Collector::instance().add(cupti, version, recording->inbox_, options.kinds);
  recording->clock_ = CuptiClock(started.clock, origin, cupti);
  const uint64_t begin = started.clock == CuptiClock::Source::monotonic ? origin : now;
  const uint64_t since = started.isAmongOthers ? begin : 0;
  recording->decoder_ = std::make_unique<ActivityDecoder>(
      cupti, ActivityDecoder::Options{setOf(started.kinds), version, since});
  return recording;
}

GpuRecording::~GpuRecording() {
  // Without a decoder the recording never began.
  if (decoder_ != nullptr) Collector::instance().remove(cupti_, inbox_, started_.kinds);
}

void GpuRecording::setNotice(std::shared_ptr<RecordNotice> notice) {
  Collector::instance().buffers().setNotice(*inbox_, std::move(notice));
}

ActivityBatch GpuRecording::drain(Collector::Flush how, std::chrono::milliseconds mostWait) {
  ActivityBatch batch;
  batch.originNs = originNs_;
  const DriverInfo* const driver = startedDriver();
  if (how == Collector::Flush::all && driver != nullptr && mostWait.count() > 0) {
    append(batch.failures, DeviceWait::instance().wait(*driver, mostWait));
  }
  ActivityBuffers::Drain draining(Collector::instance().buffers(), *inbox_);
  if (!isHeldBack()) append(batch.failures, Collector::instance().flush(cupti_, how));
  const ActivityBuffers::Taken taken = draining.take();
  clock_.update(cupti_);
  decoder_->leaveOutThread(DeviceWait::instance().thread());
  for (const FilledBuffer& buffer : taken.buffers) decoder_->decode(*buffer, clock_, stream_.get());
  if (stream_ != nullptr) stream_->flush();
  batch.tables = decoder_->takeTables();
  batch.texts = decoder_->takeNewTexts();
  batch.dropped = taken.dropped;
  batch.refusedBuffers = taken.refusedBuffers;
  return batch;
}

}  // namespace kernelscope
