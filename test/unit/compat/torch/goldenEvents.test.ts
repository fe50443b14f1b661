import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FunctionEvent } from '../../../../src/compat/torch/events/functionEvent';
import { EventList } from '../../../../src/compat/torch/eventList';
import { formatMemory, formatTime } from '../../../../src/compat/torch/events/eventFormats';
import { useFolder } from '../../../support/folders';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../golden/torch/${name}`, import.meta.url), 'utf8');

const folder = useFolder();

function traceText(events: EventList): string {
  const file = path.join(folder, 'trace.json');
  events.exportChromeTrace(file, { layout: 'autograd' });
  return readFileSync(file, 'utf8');
}

interface FirstGolden {
  readonly events: readonly [number, string, number, number, number][];
  readonly kernels: Readonly<Record<string, readonly [string, number, number, number][]>>;
  readonly out: Readonly<Record<string, string>>;
}

/** The events of PyTorch 1.0.1's vectors, in the order of start in which it lists them. */
function firstEvents({ events, kernels }: FirstGolden): EventList {
  const list = events.map(event => new FunctionEvent(...event));
  for (const event of list) {
    for (const kernel of kernels[event.id] ?? []) event.appendKernel(...kernel);
  }
  return new EventList(list.sort((a, b) => a.cpuInterval.start - b.cpuInterval.start));
}

describe('what PyTorch 1.0.1 made of the same events', () => {
  const vectors = JSON.parse(golden('torch101.json')) as FirstGolden;
  const { out } = vectors;
  const events = firstEvents(vectors);
  const averages = events.keyAverages();
  const layout = 'autograd';

  it.each([null, 'cpu_time', 'cuda_time', 'cpu_time_total', 'cuda_time_total', 'count'])(
    'is both tables sorted by %s',
    sortBy => {
      expect(events.table({ layout, sortBy })).toBe(out[`events_table_${sortBy ?? 'None'}`]);
      expect(averages.table({ layout, sortBy })).toBe(out[`ka_table_${sortBy ?? 'None'}`]);
    }
  );

  it('is the table with a header, and the plain one', () => {
    expect(averages.table({ layout, header: 'My header' })).toBe(out.header);
    expect(events.table({ layout })).toBe(out.str);
  });

  it('is how lists, events and averages represent themselves', () => {
    expect(events.repr()).toBe(out.repr);
    expect(averages.repr()).toBe(out.ka_repr);
    expect(events.totalAverage().repr()).toBe(out.total_average_repr);
    expect(inspect([events, averages])).toBe(
      inspect([{ [inspect.custom]: () => out.repr }, { [inspect.custom]: () => out.ka_repr }])
    );
  });

  it('is the Chrome trace', () => {
    expect(traceText(events)).toBe(out.chrome_trace);
  });

  it('names every text of the vectors', () => {
    const keys = ['str', 'repr', 'total_average_repr', 'ka_repr', 'header', 'chrome_trace'];
    const tables = Object.keys(out).filter(key => /^(events|ka)_table_/.test(key));
    expect(tables).toHaveLength(12);
    expect(
      Object.keys(out)
        .filter(key => !tables.includes(key))
        .sort()
    ).toEqual(keys.sort());
  });
});

interface RecordedEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur: number;
  readonly tid: number;
}

describe('a recording of PyTorch 1.0.1', () => {
  const text = golden('trace.json');

  it('is written again to the byte', () => {
    const recorded = JSON.parse(text) as readonly RecordedEvent[];
    const ends = (event: RecordedEvent): number => shortestEnd(event.ts, event.dur);
    const events = recorded.map(
      (event, id) => new FunctionEvent(id, event.name, event.tid, event.ts, ends(event))
    );
    expect(traceText(new EventList(events))).toBe(text.trimEnd());
    const averages = new EventList(events).keyAverages();
    expect(averages.table({ layout: 'autograd' })).toBe(golden('ka_None.txt'));
  });
});

/** The end, in whole nanoseconds, whose difference to the start is the duration to the last bit. */
function shortestEnd(start: number, duration: number): number {
  return Number((start + duration).toFixed(3));
}

interface ModernGolden {
  readonly events: readonly [
    number,
    string,
    number,
    number,
    number,
    null,
    number,
    readonly (readonly number[])[]
  ][];
  readonly out: Readonly<Record<string, string>> & {
    readonly children: Readonly<Record<string, readonly number[]>>;
    readonly fmt_time: Readonly<Record<string, string>>;
    readonly fmt_mem: Readonly<Record<string, string>>;
  };
}

function modernEvents({ events }: ModernGolden, withShapes: boolean): EventList {
  const list = events.map(([id, name, thread, start, end, , cpuMemoryUsage, shapes]) => {
    const inputShapes = withShapes ? shapes : null;
    return new FunctionEvent(id, name, thread, start, end, { cpuMemoryUsage, inputShapes });
  });
  return new EventList(list, { profileMemory: true });
}

describe('what PyTorch 2.13 made of the same events', () => {
  const vectors = JSON.parse(golden('torch213.json')) as ModernGolden;
  const { out } = vectors;
  const events = modernEvents(vectors, true);
  const averages = events.keyAverages();

  it.each(['cpu_time', 'cpu_time_total', 'self_cpu_time_total', 'count', 'self_cpu_memory_usage'])(
    'is the table of averages sorted by %s',
    sortBy => {
      expect(averages.table({ sortBy })).toBe(out[`ka_${sortBy}`]);
    }
  );

  it('is the table in all its variations', () => {
    const sortBy = 'cpu_time_total';
    expect(averages.table()).toBe(out.ka_None);
    expect(averages.table({ sortBy: 'count', rowLimit: 2 })).toBe(out.row_limit2);
    expect(averages.table({ header: 'HDR' })).toBe(out.header);
    expect(averages.table({ timeUnit: 'ms' })).toBe(out.unit_ms);
    expect(events.keyAverages({ groupByInputShape: true }).table({ sortBy })).toBe(out.shapes);
    const plain = modernEvents(vectors, false);
    expect(plain.table()).toBe(out.events);
    expect(plain.table({ topLevelEventsOnly: true })).toBe(out.top_level);
  });

  it('are the children of each event', () => {
    for (const event of events) {
      expect(event.cpuChildren.map(({ id }) => id)).toEqual(out.children[event.id]);
    }
  });

  it.each(Object.entries(out.fmt_time))('is %s us as %s', (timeUs, text) => {
    expect(formatTime(Number(timeUs))).toBe(text);
  });

  it.each(Object.entries(out.fmt_mem))('is %s bytes as %s', (bytes, text) => {
    expect(formatMemory(Number(bytes))).toBe(text);
  });

  it('is the total average', () => {
    const total = events.totalAverage();
    const text = out.total_average;
    expect(text).toContain(`key=${total.key} self_cpu_time=${formatTime(total.selfCpuTimeTotal)} `);
    expect(text).toContain(` cpu_time=${formatTime(total.cpuTime)} `);
    expect(text).toContain(` self_cuda_time=${formatTime(total.selfCudaTimeTotal)} `);
    expect(text).toContain(` cuda_time=${formatTime(total.cudaTime)} `);
    expect(text).toContain(`cpu_memory_usage=${total.cpuMemoryUsage} `);
    expect(text).toContain(`cuda_memory_usage=${total.deviceMemoryUsage}>`);
  });
});
