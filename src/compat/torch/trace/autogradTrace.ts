import type { FunctionEvent } from '../events/functionEvent';
import type { GpuKernel } from '../events/gpuKernel';
import { floatRepr } from '../../../base/python/pythonNumbers';
import { joinChunks } from '../../../formats/shared/bytes/chunks';

const utf8 = new TextEncoder();

/** Events that are encoded at a time. */
const CHUNK_EVENTS = 4096;

/**
 * Events as the Chrome JSON of the first autograd profiler, to the byte as Python's `json.dump`
 * writes it: a complete event for each function and each GPU kernel, and for each kernel an arrow
 * from the function that started it, of category `cpu_to_cuda`. Times in microseconds.
 */
export function encodeAutogradTrace(events: readonly FunctionEvent[]): Uint8Array {
  const chunks: Uint8Array[] = [utf8.encode('[')];
  let nextId = 0;
  for (let at = 0; at < events.length; at += CHUNK_EVENTS) {
    const records = events.slice(at, at + CHUNK_EVENTS).flatMap(event => {
      const firstId = nextId;
      nextId += event.kernels.length;
      return eventRecords(event, firstId);
    });
    chunks.push(utf8.encode(`${at === 0 ? '' : ', '}${records.join(', ')}`));
  }
  chunks.push(utf8.encode(']'));
  return joinChunks(chunks);
}

function eventRecords(event: FunctionEvent, firstId: number): readonly string[] {
  const name = asciiJson(event.name);
  const { start } = event.cpuInterval;
  const place = `"tid": ${event.thread}, "pid": "CPU functions"`;
  const whole = `{"name": ${name}, "ph": "X", ${span(event.cpuInterval)}, ${place}, "args": {}}`;
  const arrows = event.kernels.flatMap((gpuKernel, at) => [
    `{"name": ${name}, "ph": "s", "ts": ${floatRepr(start)}, ${place}, ${arrow(firstId + at)}}`,
    ...kernelRecords(gpuKernel, firstId + at)
  ]);
  return [whole, ...arrows];
}

function kernelRecords({ name, device, interval }: GpuKernel, id: number): readonly string[] {
  const text = asciiJson(name);
  const place = `"tid": ${device}, "pid": "CUDA functions"`;
  const start = floatRepr(interval.start);
  return [
    `{"name": ${text}, "ph": "f", "ts": ${start}, ${place}, ${arrow(id)}}`,
    `{"name": ${text}, "ph": "X", ${span(interval)}, ${place}, "args": {}}`
  ];
}

function span(interval: GpuKernel['interval']): string {
  return `"ts": ${floatRepr(interval.start)}, "dur": ${floatRepr(interval.elapsedUs())}`;
}

function arrow(id: number): string {
  return `"id": ${id}, "cat": "cpu_to_cuda", "args": {}`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\f', '\\f'],
  ['\b', '\\b']
]);

const PLAIN = /^[ !#-[\]-~]*$/;

/** Text as a JSON string of ASCII characters alone, escaped as Python's `json` does. */
function asciiJson(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return `"${text.replace(/["\\]|[^ -~]/g, escapeUnit)}"`;
}

/** Without the flag `u`, a pair of surrogates is two matches, as it is two escapes. */
function escapeUnit(unit: string): string {
  return SHORT.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
