import type { Tracer } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  InMemorySpanExporter
} from '@opentelemetry/sdk-trace-base';
import { performance } from 'node:perf_hooks';
import { createRange } from '../../../src/engine/annotate/range';
import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import { sink } from '../harness';
import { FOLDER_VARIABLE, peerVariable, requirePeer } from './peerEnvironment';

/** One way to mark a stretch of code. */
interface RangeKind {
  /** Stretches of a round: whole chunks of the recorder, enough for the garbage collections of others. */
  readonly batch: number;
  /** Marks so many stretches, keeping what a batch keeps. */
  mark(times: number): void;
  /** Gives away what was kept: to a file, to an exporter, or to nobody. */
  drain(): unknown;
}

/** What a round took, for one range. */
export interface RangeCost {
  readonly wallNs: number;
  /** Of all threads, draining included. */
  readonly cpuNs: number;
  /** Memory that stays until it is drained. */
  readonly bytes: number;
}

/** What is used of `dd-trace`. */
interface DdTrace {
  init(options: object): { startSpan(name: string): { finish(): void } };
}

function kernelscope(): RangeKind {
  let recorder = new Recorder({ clock: monotonicClock });
  let range = createRange(recorder);
  let window = recorder.openWindow();
  return {
    batch: CHUNKS,
    mark: times => {
      for (let i = 0; i < times; i++) range('op', () => sink.value++);
    },
    drain: () => {
      recorder.closeWindow(window);
      recorder = new Recorder({ clock: monotonicClock });
      range = createRange(recorder);
      window = recorder.openWindow();
    }
  };
}

const measures = (): RangeKind => ({
  batch: RANGES,
  mark: times => {
    for (let i = 0; i < times; i++) {
      const start = performance.now();
      sink.value++;
      performance.measure('op', { start, end: performance.now() });
    }
  },
  drain: () => performance.clearMeasures()
});

function markSpans(tracer: Pick<Tracer, 'startSpan'>, times: number): void {
  for (let i = 0; i < times; i++) {
    const span = tracer.startSpan('op');
    sink.value++;
    span.end();
  }
}

function openTelemetry(): RangeKind {
  const exporter = new InMemorySpanExporter();
  const processor = new BatchSpanProcessor(exporter, { maxQueueSize: 2 * RANGES });
  const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('bench');
  return {
    batch: RANGES,
    mark: times => markSpans(tracer, times),
    drain: async () => {
      await processor.forceFlush();
      exporter.reset();
    }
  };
}

function ddTrace(): RangeKind {
  const library = requirePeer(peerVariable(FOLDER_VARIABLE), 'dd-trace') as DdTrace;
  // Nobody listens there: its batches are encoded and dropped.
  const tracer = library.init({
    url: 'http://127.0.0.1:9',
    plugins: false,
    flushInterval: FLUSH_MS
  });
  return {
    batch: RANGES,
    mark: times => {
      for (let i = 0; i < times; i++) {
        const span = tracer.startSpan('op');
        sink.value++;
        span.finish();
      }
    },
    drain: () => new Promise(resolve => setTimeout(resolve, 2 * FLUSH_MS))
  };
}

const KINDS: Readonly<Record<string, () => RangeKind>> = {
  kernelscope,
  measures,
  openTelemetry,
  ddTrace
};

const RANGES = 20_000;
const CHUNKS = 1 << 18;

/** Milliseconds after which `dd-trace` sends a batch. */
const FLUSH_MS = 200;

function usedBytes(): number {
  // The second collection waits for the buffers that the first one is still giving back.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function costOf(kind: RangeKind): Promise<RangeCost> {
  const { batch } = kind;
  const before = usedBytes();
  const [cpu, start] = [process.cpuUsage(), process.hrtime.bigint()];
  kind.mark(batch);
  const wallNs = Number(process.hrtime.bigint() - start) / batch;
  const marking = process.cpuUsage(cpu);
  const bytes = Math.max(0, usedBytes() - before) / batch;
  const drained = process.cpuUsage();
  await kind.drain();
  const draining = process.cpuUsage(drained);
  const cpuUs = marking.user + marking.system + draining.user + draining.system;
  return { wallNs, cpuNs: (cpuUs * 1000) / batch, bytes };
}

const measured = KINDS[process.argv[2]]();
process.on('message', () => void costOf(measured).then(cost => process.send?.(cost)));
