import {
  BasicTracerProvider,
  BatchSpanProcessor,
  InMemorySpanExporter
} from '@opentelemetry/sdk-trace-base';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';
import { recordedRanges } from '../recordedRanges';

/** Enough for the garbage collections that spans cause to come within a round. */
const SPANS = 10_000;

/** A recorded range against an OpenTelemetry span that is queued for a batch. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const exporter = new InMemorySpanExporter();
  const processor = new BatchSpanProcessor(exporter, { maxQueueSize: 2 * SPANS });
  const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('bench');
  const cases = {
    floor: floorCase(),
    range: recordedRanges(20_000),
    span: {
      times: SPANS,
      run(count: number) {
        for (let i = 0; i < count; i++) {
          const span = tracer.startSpan('op');
          sink.value++;
          span.end();
        }
      },
      async after() {
        await processor.forceFlush();
        exporter.reset();
      }
    }
  };
  const times = await interleave(cases, { rounds: 31, warmup: 3 });
  await processor.shutdown();
  const value = median(times.range) / median(times.span);
  return [{ name: 'peer.otel', value, floorNs: median(times.floor) }];
}
