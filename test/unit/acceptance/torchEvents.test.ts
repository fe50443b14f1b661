import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FunctionEventOptions } from '../../../src/compat/torch/events/eventDetails';
import { FunctionEvent } from '../../../src/compat/torch/events/functionEvent';
import { EventIds } from '../../../src/compat/torch/eventIds';
import { EventList } from '../../../src/compat/torch/eventList';
import { functionEventsOf } from '../../../src/compat/torch/functionEventsOf';
import { OPERATOR_CATEGORY, RANGE_CATEGORY } from '../../../src/model/profile/categories';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import { allocationProfile } from '../../support/allocationProfile';
import { seededRandom } from '../../support/random';
import { exampleMeta, richProfile } from '../../support/richProfile';
import { useFolder } from '../../support/folders';

const folder = useFolder();
const file = (name: string): string => path.join(folder, name);

/** Events that follow each other, of 1.5 ms each. */
function sequence(names: readonly string[], options?: FunctionEventOptions): EventList {
  const events = names.map(
    (name, at) => new FunctionEvent(at, name, 0, at * 2000, at * 2000 + 1500, options)
  );
  return new EventList(events);
}

describe('PyTorch’s cases of events and tables', () => {
  it('test_profiler_aggregation_fake: an event that is outlasted is popped, and has no children', () => {
    const events = new EventList();
    let id = 0;
    const getId = (): number => ++id;

    // [[thread_id, [(start, end, id), ...]], ...]
    const threads: readonly [number, readonly [number, number, number][]][] = [
      [
        1,
        [
          [0, 1, getId()],
          [1, 2, getId()]
        ]
      ],
      [
        0,
        [
          [0, 2, getId()],
          [1, 2, getId()],
          [1, 3, getId()]
        ]
      ]
    ];
    for (const [thread, ranges] of threads) {
      for (const range of ranges) {
        events.push(new FunctionEvent(range[2], '', thread, range[0], range[1]));
      }
    }

    events.populateCpuChildren();

    // Note that [1, 3] pushes out [0, 2] first. Then we record [1, 2]
    // as a child of [1, 3]
    const expected = [[], [], [], [], [4]];
    expect(events.map(event => event.cpuChildren.map(child => child.id))).toEqual(expected);
  });

  it('test_profiler_shapes: lists input shapes in order of calls, and prints them grouped or not', () => {
    const shapes = [
      [
        [128, 20],
        [20, 30]
      ],
      [[128, 30]],
      [
        [128, 30],
        [30, 40]
      ]
    ];
    const events = new EventList(
      shapes.map((inputShapes, at) => new FunctionEvent(at, 'mm', 0, at, at + 1, { inputShapes }))
    );
    expect(events.map(({ inputShapes }) => inputShapes)).toEqual(shapes);
    expect(events.table()).toContain('[[128, 20], [20, 30]]');
    expect(events.keyAverages({ groupByInputShape: true }).table()).toContain('[[128, 30]]');
    expect(events.keyAverages({ groupByInputShape: true })).toHaveLength(3);
  });

  it('test_profiler_aggregation_lstm: a thousand events print and export', () => {
    const random = seededRandom(5);
    const events = new EventList(
      Array.from({ length: 1000 }, (_, id) => {
        const start = Math.floor(random() * 5000);
        return new FunctionEvent(id, `op${id % 40}`, id % 3, start, start + random() * 400);
      })
    );
    const options = { sortBy: 'self_cpu_time_total', rowLimit: 10, header: 'TEST' };
    expect(events.table(options).split('\n')[1]).toBe('TEST');
    expect(events.table(options)).not.toContain('-0.');
    expect(events.keyAverages().table(options).match(/^ +op/gm)).toHaveLength(10);
    expect(() => events.exportChromeTrace(file('lstm.json'))).not.toThrow();
    expect(() => JSON.parse(readFileSync(file('lstm.json'), 'utf8')) as unknown).not.toThrow();
  });

  it.each(['s', 'ms', 'us'] as const)(
    'test_override_time_units: all times in %s with three decimals',
    timeUnit => {
      const text = sequence(['a', 'b', 'a']).keyAverages().table({ timeUnit });
      const times = text.match(/\d+\.\d+[a-z]+/g) ?? [];
      expect(times).toHaveLength(2 * 3 + 1);
      for (const time of times) expect(time).toMatch(new RegExp(`^\\d+\\.\\d{3}${timeUnit}$`));
    }
  );

  it('test_export_stacks: each line ends in a positive integer', () => {
    const events = sequence(['a', 'b'], { stack: ['model.ts:3 forward', 'Cell [5]:1 train'] });
    events.exportStacks(file('stacks.txt'), 'self_cpu_time_total');
    const lines = readFileSync(file('stacks.txt'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const value = Number(line.slice(line.lastIndexOf(' ') + 1));
      expect(Number.isInteger(value) && value > 0).toBe(true);
    }
  });

  it.each(['default', 'autograd'] as const)(
    'test_export_chrome_trace_escapes_names: names with \\ and " in the layout %s',
    layout => {
      const name = 'test_profiling_table_names: \\x31 "quoted"';
      sequence([name]).exportChromeTrace(file('names.json'), { layout });
      const trace = JSON.parse(readFileSync(file('names.json'), 'utf8')) as
        | { readonly traceEvents: readonly { readonly name: string }[] }
        | readonly { readonly name: string }[];
      const events = 'traceEvents' in trace ? trace.traceEvents : trace;
      expect(events.map(event => event.name)).toContain(name);
    }
  );

  it('test_profiler_correlation_id: ids are unique over sessions, and below 2³²', () => {
    const ids = new EventIds();
    const profiles = [1, 2, 3].map(() => richProfile(200));
    const all = profiles.flatMap(profile => [...functionEventsOf(profile, ids)]);
    expect(all.length).toBeGreaterThan(500);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(Math.max(...all.map(({ id }) => id))).toBeLessThan(2 ** 32);
  });

  it('test_memory_profiler: events [memory] are instants with their bytes and device', () => {
    const pieces = [{ scope: 'encoder:', from: 10, to: 50, bytes: 4096 }];
    const options = { memoryEvents: true, profileMemory: true };
    const events = functionEventsOf(allocationProfile(pieces), new EventIds(), options);
    const memory = events.filter(({ name }) => name === '[memory]');
    expect(memory.map(({ cpuMemoryUsage }) => cpuMemoryUsage)).toEqual([4096, -4096]);
    for (const event of memory) {
      expect(event.cpuTimeTotal).toBe(0);
      expect(Object.keys(event.metadata ?? {})).toEqual([
        'Addr',
        'Device Type',
        'Device Id',
        'Bytes'
      ]);
    }
    expect(memory.table()).toContain('4.00 KB');
  });

  it('test_flops: the table has a column of operations in the unit that fits', () => {
    const events = [4_800_000, null, 43_000_000].map(
      (flops, id) => new FunctionEvent(id, `op${id}`, 0, id, id + 1, { flops })
    );
    const text = new EventList(events, { withFlops: true }).table();
    expect(text).toContain('Total MFLOPs');
    expect(text).toMatch(/op0 .* 4\.800 {2}\n.*op1 .* -- {2}\n.*op2 .* 43\.000 {2}\n/);
    expect(new EventList(events).table()).not.toContain('FLOPs');
  });

  it('test_user_annotation: only ranges of the user are marked', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    const place = { start: 0, duration: 10, track };
    builder.addSlice({ name: 'test_user_annotation', category: RANGE_CATEGORY, ...place });
    builder.addSlice({ name: 'mul', category: OPERATOR_CATEGORY, ...place });
    const events = functionEventsOf(builder.build(exampleMeta(10)), new EventIds());
    const marked = events.filter(({ isUserAnnotation }) => isUserAnnotation);
    expect(marked.map(({ name }) => name)).toEqual(['test_user_annotation']);
    expect(events).toHaveLength(2);
  });

  /** `root_0` with branches `0_0` (`0_0_0`, `0_0_1`) and `0_1`, then `root_1` with `1_0`. */
  const tree = new EventList(
    (
      [
        ['root_0', 0, 100],
        ['0_0', 10, 50],
        ['0_0_0', 10, 20],
        ['0_0_1', 20, 30],
        ['0_1', 60, 70],
        ['root_1', 100, 200],
        ['1_0', 110, 120]
      ] as const
    ).map(([name, start, end], id) => new FunctionEvent(id, name, 0, start, end))
  );

  it('test_dfs: every event before its children, and those before what is beside it', () => {
    const names = [...tree.traverseDfs()].map(({ name }) => name);
    expect(names.join(' ')).toBe('root_0 0_0 0_0_0 0_0_1 0_1 root_1 1_0');
  });

  it('test_bfs: level by level', () => {
    const names = [...tree.traverseBfs()].map(({ name }) => name);
    expect(names.join(' ')).toBe('root_0 root_1 0_0 0_1 1_0 0_0_0 0_0_1');
  });
});
