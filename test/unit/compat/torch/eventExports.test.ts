import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  EventArgumentError,
  EventOptionError
} from '../../../../src/compat/torch/events/eventErrors';
import type { FunctionEventOptions } from '../../../../src/compat/torch/events/eventDetails';
import { FunctionEvent } from '../../../../src/compat/torch/events/functionEvent';
import { EventIds } from '../../../../src/compat/torch/eventIds';
import { EventList } from '../../../../src/compat/torch/eventList';
import { type EventTraceOptions, profileOfEvents } from '../../../../src/compat/torch/eventTrace';
import { functionEventsOf } from '../../../../src/compat/torch/functionEventsOf';
import { OutputFileError } from '../../../../src/engine/results/atomicWrite';
import type { StackMetric } from '../../../../src/compat/torch/eventStacks';
import { encodeKinetoTrace } from '../../../../src/formats/chrome/kinetoTrace';
import { validateProfile } from '../../../../src/model/validate/validate';
import { richProfile } from '../../../support/richProfile';
import { useFolder } from '../../../support/folders';

const folder = useFolder();
const file = (name: string): string => path.join(folder, name);

function listOf(names: readonly string[], options?: FunctionEventOptions): EventList {
  const events = names.map(
    (name, at) => new FunctionEvent(at, name, 0, at * 2, at * 2 + 1, options)
  );
  return new EventList(events);
}

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly ts: number;
  readonly dur: number;
  readonly pid: number;
  readonly tid: number;
  readonly id: number;
}

function chromeEvents(list: EventList): readonly TraceEvent[] {
  list.exportChromeTrace(file('trace.json'));
  const trace = JSON.parse(readFileSync(file('trace.json'), 'utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return trace.traceEvents.filter(({ cat }) => cat !== undefined && cat !== 'Trace');
}

describe('exportChromeTrace', () => {
  it('writes constructed events, their kernels and the arrows between them', () => {
    const list = listOf(['conv', 'relu']);
    list[0].appendKernel('k', 1, 0.5, 4);
    const events = chromeEvents(list);
    const complete = events.filter(({ ph }) => ph === 'X');
    expect(complete.map(({ name, ts, dur }) => [name, ts, dur])).toEqual([
      ['conv', 0, 1],
      ['relu', 2, 1],
      ['k', 0.5, 3.5]
    ]);
    const [start, end] = events.filter(({ ph }) => ph === 's' || ph === 'f');
    expect([start.ph, end.ph, start.id]).toEqual(['s', 'f', end.id]);
    expect([start.ts, end.ts]).toEqual([0, 0.5]);
  });

  it('begins at the first event where that is before zero', () => {
    const list = new EventList([
      new FunctionEvent(0, 'early', 0, -5, -1),
      new FunctionEvent(1, 'late', 0, 1, 2)
    ]);
    const complete = chromeEvents(list).filter(({ ph }) => ph === 'X');
    expect(complete.map(({ ts }) => ts)).toEqual([0, 6]);
  });

  it('keeps the nanoseconds of times since 1970', () => {
    const list = new EventList([
      new FunctionEvent(0, 'first', 1, 1.7e15, 1.7e15 + 3),
      new FunctionEvent(1, 'second', 1, 1.7e15 + 5, 1.7e15 + 6)
    ]);
    const complete = chromeEvents(list).filter(({ ph }) => ph === 'X');
    expect(complete.map(({ ts, dur }) => [ts, dur])).toEqual([
      [0, 3],
      [5, 1]
    ]);
  });

  it.each([
    [0, 1e300],
    [0, Number.MAX_VALUE],
    [-1e16, 1e16]
  ])('refuses a span of time without an end in sight: %d to %d', (start, end) => {
    const list = new EventList([new FunctionEvent(1, 'e', 1, start, end)]);
    const save = () => list.exportChromeTrace(file('x.json'));
    expect(save).toThrow(EventArgumentError);
    expect(save).toThrow('A trace spans at most 104 days');
  });

  it('writes the longest span that it does not refuse', () => {
    const list = new EventList([new FunctionEvent(1, 'e', 1, 1.7e15, 1.7e15 + 9e12)]);
    expect(chromeEvents(list).map(({ ts, dur }) => [ts, dur])).toEqual([[0, 9e12]]);
  });

  it('writes valid JSON of absurd times as the first autograd profiler did', () => {
    const list = new EventList([new FunctionEvent(1, 'e', 1, 0, Number.MAX_VALUE)]);
    list.exportChromeTrace(file('absurd.json'), { layout: 'autograd' });
    expect(() => void JSON.parse(readFileSync(file('absurd.json'), 'utf8'))).not.toThrow();
    expect(list.table()).toContain('e');
  });

  it('makes a valid profile of any events', () => {
    const list = listOf(['a', 'b'], {
      isUserAnnotation: true,
      inputShapes: [[1]],
      cpuMemoryUsage: 3
    });
    list[1].appendKernel('k', 0, 1, 2);
    list[1].appendKernel('k', 0, 1.5, 3);
    list[0].appendKernel('k', 70_000, 1.5, 3);
    expect(() => validateProfile(profileOfEvents(list))).not.toThrow();
    expect(() => validateProfile(profileOfEvents([]))).not.toThrow();
  });

  it('writes the whole profile where the list is that of one, else the events of the list', () => {
    const profile = richProfile(50);
    const list = functionEventsOf(profile, new EventIds());
    list.exportChromeTrace(file('whole.json'));
    expect(readFileSync(file('whole.json'))).toEqual(Buffer.from(encodeKinetoTrace(profile)));
    const saved = list.slice(0, 1).exportChromeTrace(file('part.json'));
    expect(saved.sizeBytes).toBeLessThan(1000);
    const changed = functionEventsOf(profile, new EventIds());
    changed.splice(1);
    expect(changed.exportChromeTrace(file('part.json')).sizeBytes).toBe(saved.sizeBytes);
    changed.push(new FunctionEvent(2 ** 40, 'added', 0, 0, 1));
    expect(chromeEvents(changed).map(({ name }) => name)).toContain('added');
  });

  it('refuses events of more threads than a trace has room for', () => {
    const events = Array.from({ length: 2 ** 15 }, (_, at) => new FunctionEvent(at, 'a', at, 0, 1));
    const save = () => new EventList(events).exportChromeTrace(file('x.json'));
    expect(save).toThrow(EventArgumentError);
  });

  it('writes no events as a trace without any', () => {
    const list = new EventList();
    list.exportChromeTrace(file('empty.json'), { layout: 'autograd' });
    expect(readFileSync(file('empty.json'), 'utf8')).toBe('[]');
    expect(chromeEvents(list)).toEqual([]);
  });

  it('escapes whatever names hold, as Python does', () => {
    const names = ['a"b\\c', 'größe\u007f\u0001\n\t\b', '🚀', '\ud800', ''];
    const list = listOf(names);
    const saved = list.exportChromeTrace(file('names.json'), { layout: 'autograd' });
    const text = readFileSync(file('names.json'), 'latin1');
    expect(text).toMatch(/^[ -~]*$/);
    expect((JSON.parse(text) as TraceEvent[]).map(({ name }) => name)).toEqual(names);
    expect(saved).toEqual({ path: file('names.json'), sizeBytes: text.length, losses: [] });
  });

  it('compresses where the path ends in .gz', () => {
    const list = listOf(['a']);
    list.exportChromeTrace(file('trace.json.gz'), { layout: 'autograd' });
    list.exportChromeTrace(file('trace.json'), { layout: 'autograd' });
    expect(gunzipSync(readFileSync(file('trace.json.gz')))).toEqual(
      readFileSync(file('trace.json'))
    );
  });

  it('refuses averages, and layouts and options that do not exist', () => {
    const list = listOf(['a']);
    expect(() => list.keyAverages().exportChromeTrace(file('x.json'))).toThrow(EventArgumentError);
    const save = (options: unknown) => () =>
      list.exportChromeTrace(file('x.json'), options as EventTraceOptions);
    expect(save({ layout: 'perfetto' })).toThrow(EventOptionError);
    expect(save({ format: 'autograd' })).toThrow('no option format');
  });
});

describe('exportStacks', () => {
  const stack = ['Cell [5]:3 train', 'a;b\tc'];

  it('writes a line from the root on for each event with a stack and a microsecond', () => {
    const list = listOf(['a', 'b'], { stack });
    list.push(new FunctionEvent(7, 'none', 0, 10, 20));
    list.push(new FunctionEvent(8, 'short', 0, 21, 21.9, { stack }));
    list.exportStacks(file('stacks.txt'));
    expect(readFileSync(file('stacks.txt'), 'utf8')).toBe(
      'a_b_c;Cell_[5]:3_train 1\na_b_c;Cell_[5]:3_train 1\n'
    );
  });

  it('counts time on the GPU when asked to, by either spelling', () => {
    const list = listOf(['a'], { stack });
    list[0].appendKernel('k', 0, 0, 12.75);
    for (const metric of ['self_cuda_time_total', 'selfCudaTimeTotal'] as const) {
      list.exportStacks(file('stacks.txt'), metric);
      expect(readFileSync(file('stacks.txt'), 'utf8')).toMatch(/ 12\n$/);
    }
  });

  it.each(['bogus', 'toString', null, 7])('refuses the metric %s', metric => {
    const save = () => listOf(['a']).exportStacks(file('no.txt'), metric as StackMetric);
    expect(save).toThrow(EventOptionError);
    expect(save).toThrow(
      "metric should be one of: ['self_cpu_time_total', 'self_cuda_time_total']"
    );
  });
});

describe('a path that cannot be written', () => {
  it('is a named error for both exports', () => {
    const list = listOf(['a']);
    writeFileSync(file('plain'), '');
    const below = path.join(file('plain'), 'trace.json');
    expect(() => list.exportChromeTrace(below)).toThrow(OutputFileError);
    expect(() => list.exportStacks(below, 'self_cpu_time_total')).toThrow(OutputFileError);
    expect(() => list.exportChromeTrace('/proc/none/trace.json')).toThrow(OutputFileError);
  });
});
