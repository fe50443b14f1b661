import { Pauses } from '../../../src/record/logs/pauses';
import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import type { RecordingWindow } from '../../../src/record/slices/recordingWindow';
import { CudaAttachment } from '../../../src/sources/gpu/cudaAttachment';
import { CudaSource } from '../../../src/sources/gpu/cudaSource';
import { DeviceTracks } from '../../../src/sources/gpu/records/deviceTracks';
import { GPU_WHERE_FOUND } from '../../../src/sources/gpu/records/gpuRecording';
import { finishWindow } from '../../support/recording';
import { type FakeGpu, loadFakeGpu } from '../fakeGpu';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { type BenchCase, floorCase, interleave, median, sink } from '../harness';

/** A launch has four records: two calls, the number of its operator, and a kernel. */
const LAUNCHES_IN_OPERATOR = 10;
const OPERATORS = 25_000;
const SLICES = OPERATORS * (1 + 3 * LAUNCHES_IN_OPERATOR);

/** A recording of operators that launch kernels, up to its last drain. */
class RecordedLaunches {
  readonly #recorder = new Recorder({ clock: monotonicClock });
  readonly #window: RecordingWindow;
  readonly #source: CudaSource;

  constructor({ gpu, runtime }: FakeGpu) {
    const attachment = new CudaAttachment({
      load: () => gpu,
      mayHaveDriver: () => true,
      watchers: this.#recorder.watchers,
      threadId: 0,
      currentScope: () => null,
      watchScopes: () => undefined
    });
    this.#source = new CudaSource({
      ...{ attachment, tracks: new DeviceTracks(), pauses: new Pauses() },
      want: { ...GPU_WHERE_FOUND, isRequired: true },
      limit: { slices: 4_000_000, mode: 'keepFirst' },
      ...{ pid: process.pid, threadId: 0, waitMs: null, now: monotonicClock }
    });
    this.#window = this.#recorder.openWindow();
    this.#source.start();
    const label = this.#recorder.label('matMul', 'operator');
    for (let at = 0; at < OPERATORS; at++) {
      const token = this.#recorder.begin(label);
      runtime.launchMany('gemm', LAUNCHES_IN_OPERATOR);
      this.#recorder.end(token);
    }
    runtime.synchronize();
    this.#source.stopNow();
  }

  toProfile(): number {
    return finishWindow(this.#recorder, this.#window, [this.#source]).slices.length;
  }
}

/** A million records of a GPU, drained before, into a profile: slices, arrows and arguments. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const fake = loadFakeGpu({ FAKE_GPU_KERNEL_NS: '1', FAKE_GPU_LAUNCH_NS: '1' });
  let recorded: RecordedLaunches;
  let slices = 0;
  const build: BenchCase = {
    times: 1,
    before() {
      recorded = new RecordedLaunches(fake);
    },
    run() {
      slices = recorded.toProfile();
      sink.value += slices;
    },
    after() {
      if (slices < SLICES) throw new Error(`The profile has only ${slices} slices of ${SLICES}`);
    }
  };
  const times = await interleave({ floor: floorCase(), build }, { rounds: 7, warmup: 2 });
  return [millisecondFigure('gpu.profile', median(times.build), median(times.floor))];
}
