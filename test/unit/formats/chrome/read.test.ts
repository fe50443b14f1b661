import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FrameKind, type Profile } from 'kernelscope/model';
import { readChromeTrace } from '../../../../src/formats/chrome/read';
import { TraceImportError } from '../../../../src/formats/shared/imported/importLimits';
import { argsOf, isNested, sliceTotals } from '../../../support/traceTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };
const SCRIPTS = { kindOf: () => FrameKind.user };

function readText(text: string): Profile {
  return readChromeTrace(new TextEncoder().encode(text), OPTIONS, SCRIPTS);
}

function read(events: readonly unknown[]): Profile {
  return readText(JSON.stringify(events));
}

function golden(path: string): Profile {
  const file = new URL(`../../../golden/${path}`, import.meta.url);
  return readChromeTrace(readFileSync(file), OPTIONS, SCRIPTS);
}

/** `track: name start+duration`, in the order of the table. */
function texts({ slices, labels, strings, tracks }: Profile): string[] {
  return Array.from(slices.label, (label, row) => {
    const { name } = tracks[slices.track[row]];
    const time = `${slices.start[row]}+${slices.duration[row]}`;
    return `${name}: ${strings[labels.name[label]]} ${time}`;
  });
}

const at = (ph: string, ts: unknown, more: object = {}): object => ({
  ...{ ph, ts, name: 'a', pid: 1, tid: 1 },
  ...more
});

describe('traces of others', () => {
  test('PyTorch’s list of events has all operators', () => {
    const profile = golden('torch/trace.json');
    expect(profile.slices.length).toBe(15);
    expect(profile.tracks.map(({ name }) => name)).toEqual([
      'CPU functions',
      'thread 0',
      'thread 1'
    ]);
    expect(sliceTotals(profile)).toContainEqual([': pow', { count: 4, total: 46_209 }]);
  });

  test('MXNet’s trace has tasks, frames, events, counters and markers', () => {
    const profile = golden('mxnet/custom_trace.json');
    expect(sliceTotals(profile).map(([key, { count }]) => `${key} ${count}`)).toEqual([
      'MyDomain,frame: frame1 1',
      'MyDomain: inner 1',
      'MyDomain: outer 1',
      'MyDomain: task1 3',
      'MyDomain: task_with_a_name_longer_than_25_chars 1',
      'event: event1 1'
    ]);
    expect(profile.counters).toMatchObject([{ name: 'counter1', category: 'MyDomain' }]);
    expect(profile.instants.length).toBe(5);
    expect(profile.sources[0].status).toBe('ok');
  });

  test('MindSpore’s times, texts of more digits than a number holds, are exact', () => {
    const profile = golden('mindspore_output_tree/ASCEND_PROFILER_OUTPUT/trace_view.json');
    expect(texts(profile).slice(0, 3)).toEqual([
      'Thread 0: MatMul 0+8805450',
      'Thread 0: Default 9132488+2108106',
      'Thread 0: Default/BiasAdd-op0 9132488+97776'
    ]);
    expect(profile.meta.startedAtMs).toBeCloseTo(1_795_206_963_537.7466, 2);
    expect(profile.tracks[0]).toMatchObject({ name: 'CPU OP', kind: 'process', pid: 2 });
  });
});

describe('events', () => {
  test('B and E are matched by thread; what is open lasts until the end', () => {
    const profile = read([
      at('B', 1, { name: 'outer', args: { from: 'begin' } }),
      at('B', 2, { name: 'other', tid: 2 }),
      at('B', 2, { name: 'inner' }),
      ...[at('E', 3, { name: '', args: { result: 7 } }), at('E', 5, { name: '' })],
      at('E', 6, { name: '' }),
      at('i', 9)
    ]);
    expect(texts(profile)).toEqual([
      'thread 1: outer 0+4000',
      'thread 2: other 1000+7000',
      'thread 1: inner 1000+1000'
    ]);
    expect(argsOf(profile, 'inner')).toEqual({ result: 7 });
    expect(argsOf(profile, 'outer')).toEqual({ from: 'begin' });
    expect(argsOf(profile, 'other')).toEqual({ unfinished: true });
    expect(profile.sources[0].message).toBe(
      'Of this trace, 1 end of a slice has no beginning and is left out; ' +
        '1 slice has no end and lasts until the end of the trace.'
    );
  });

  test('asynchronous events of one identifier are on one lane, also those of old', () => {
    const own = { cat: 'net', id: '0x1' };
    const profile = read([
      at('b', 1, { ...own, name: 'request' }),
      at('b', 2, { ...own, name: 'wait' }),
      at('n', 2.5, { ...own, name: 'step' }),
      at('e', 3, { ...own, name: 'wait', args: { bytes: 3 } }),
      at('e', 4, { ...own, name: 'request' }),
      at('b', 3, { cat: 'net', id2: { local: '0x1' }, name: 'local' }),
      at('S', 1, { cat: 'old', id: 5, name: 'load' }),
      at('F', 9, { cat: 'old', id: 5, name: 'load' }),
      at('e', 9, { cat: 'net', id2: { local: '0x1' }, name: 'local' })
    ]);
    expect(texts(profile)).toEqual([
      'old: load 0+8000',
      'net: request 0+3000',
      'net: wait 1000+1000',
      'net: local 2000+6000'
    ]);
    expect(profile.tracks.filter(({ kind }) => kind === 'asyncLane')).toHaveLength(3);
    expect(argsOf(profile, 'wait')).toEqual({ bytes: 3 });
    expect(profile.instants.length).toBe(1);
  });

  test('a stray end of one identifier ends nothing of another', () => {
    const of = (ph: string, ts: number, id: string, name: string) =>
      at(ph, ts, { cat: 'net', id, name });
    const profile = read([
      of('b', 0, '0x1', 'request'),
      of('e', 1, '0x1', 'stray'),
      of('b', 2, '0x2', 'request'),
      of('e', 3, '0x2', 'stray'),
      of('e', 9, '0x2', 'request'),
      of('e', 20, '0x1', 'request')
    ]);
    expect(texts(profile)).toEqual(['net: request 0+20000', 'net: request 2000+7000']);
  });

  test('identifiers beyond 32 of a category share lanes and keep what is within them', () => {
    const events = Array.from({ length: 200 }, (_, id) => [
      at('b', id * 10, { cat: 'net', id, name: 'request' }),
      at('b', id * 10 + 1, { cat: 'net', id, name: 'part' }),
      at('e', id * 10 + 2, { cat: 'net', id, name: 'part' }),
      at('e', id * 10 + 25, { cat: 'net', id, name: 'request' })
    ]).flat();
    const profile = read(events);
    expect(profile.slices.length).toBe(400);
    expect(profile.tracks.length).toBeLessThan(6);
    expect(isNested(profile)).toBe(true);
    expect(sliceTotals(profile)).toEqual([
      ['net: part', { count: 200, total: 200_000 }],
      ['net: request', { count: 200, total: 5_000_000 }]
    ]);
  });

  test('slices that overlap in part go to lanes beside their thread, with their whole length', () => {
    const profile = read([
      at('X', 0, { dur: 10, name: 'first' }),
      at('X', 5, { dur: 10, name: 'second' })
    ]);
    expect(texts(profile)).toEqual([
      'thread 1: first 0+10000',
      'thread 1 (overlapping 1): second 5000+10000'
    ]);
    expect(profile.sources[0].message).toContain('1 slice overlaps others');
  });

  test('slices that overlap very many others have their whole length, and nest', () => {
    const profile = read(Array.from({ length: 300 }, (_, row) => at('X', row, { dur: 2000 })));
    expect(sliceTotals(profile)).toEqual([[': a', { count: 300, total: 600_000_000 }]]);
    expect(isNested(profile)).toBe(true);
  });

  test('counters have a series for each key, in the order of time', () => {
    const counter = (ts: number, args: object): object => at('C', ts, { name: 'memory', args });
    const profile = read([
      counter(2, { used: 5, free: '7' }),
      counter(1, { used: 4, free: null }),
      counter(3, { used: 'no number' })
    ]);
    expect(profile.counters.map(({ name, time, value }) => [name, [...time], [...value]])).toEqual([
      ['memory: used', [0, 1000], [4, 5]],
      ['memory: free', [1000], [7]]
    ]);
    expect(profile.meta.dropped.counterValues).toBe(2);
  });

  test('arrows bind to the slices around them, or to the next', () => {
    const profile = read([
      at('X', 0, { dur: 10, name: 'from' }),
      at('X', 20, { dur: 5, name: 'around', tid: 2 }),
      at('X', 30, { dur: 5, name: 'next', tid: 3 }),
      at('s', 5, { name: 'go', cat: 'x', id: 1 }),
      at('t', 21, { name: 'go', cat: 'x', id: 1, tid: 2 }),
      at('f', 26, { name: 'go', cat: 'x', id: 1, tid: 3 }),
      at('f', 99, { name: 'go', cat: 'x', id: 2, bp: 'e' })
    ]);
    const { flows, slices, labels, strings } = profile;
    const name = (row: number): string => strings[labels.name[slices.label[row]]];
    expect(Array.from(flows.from, (from, row) => `${name(from)} → ${name(flows.to[row])}`)).toEqual(
      ['from → around', 'around → next']
    );
    expect(profile.sources[0].message).toContain('1 end of an arrow');
  });

  test('names, labels and ranks of processes and threads are those of the metadata', () => {
    const meta = (name: string, args: object, place: object = {}): object =>
      at('M', 0, { name, args, ...place });
    const profile = read([
      at('X', 1, { dur: 1, pid: 7, tid: 'worker' }),
      at('X', 1, { dur: 1, pid: 'GPU process', tid: 2 }),
      meta('process_name', { name: 'server' }, { pid: 7 }),
      meta('process_sort_index', { sort_index: 5 }, { pid: 7 }),
      meta('process_sort_index', { sort_index: 1 }, { pid: 'GPU process' }),
      meta('thread_name', { name: 'main' }, { pid: 'GPU process', tid: 2 })
    ]);
    expect(profile.tracks.map(({ name, pid }) => `${name} ${pid}`)).toEqual([
      'GPU process 8',
      'main 8',
      'server 7',
      'worker 7'
    ]);
  });

  test('Kineto’s words become ours', () => {
    const args = {
      'External id': 5,
      'Input Dims': [[2, 3], []],
      'Input type': ['float', 'Scalar'],
      'Sequence number': 12,
      'Fwd thread id': 0
    };
    const backward = { ...args, 'Fwd thread id': 1 };
    const profile = read([
      at('X', 1, { dur: 5, cat: 'cpu_op', name: 'aten::mm', args }),
      at('X', 8, { dur: 5, cat: 'cpu_op', name: 'MmBackward', args: backward }),
      at('X', 0, { dur: 20, cat: 'user_annotation', name: 'ProfilerStep#1' }),
      at('X', 3, {
        ...{ dur: 2, cat: 'kernel', name: 'sgemm', pid: 0, tid: 7 },
        args: { grid: [1, 2, 3], block: [32, 1, 1], stream: 7, 'registers per thread': 8 }
      }),
      at('i', 4, {
        ...{ name: '[memory]', cat: 'cpu_instant_event', s: 't' },
        args: { 'Device Type': 1, 'Device Id': 0, 'Total Allocated': 512, Bytes: 512, Addr: 9 }
      })
    ]);
    expect(sliceTotals(profile).map(([key]) => key)).toEqual([
      'kernel: sgemm',
      'operator: MmBackward',
      'operator: aten::mm',
      'range: ProfilerStep#1'
    ]);
    expect(argsOf(profile, 'aten::mm')).toMatchObject({
      inputShapes: '[[2,3],[]]',
      inputTypes: '["float","Scalar"]',
      seq: 12
    });
    expect(argsOf(profile, 'MmBackward')).toMatchObject({ 'stashed seq': 12 });
    expect(argsOf(profile, 'sgemm')).toMatchObject({ grid: '[1, 2, 3]', block: '[32, 1, 1]' });
    expect(profile.tracks.map(({ kind }) => kind)).toEqual([
      'process',
      'thread',
      'device',
      'cudaStream'
    ]);
    expect(profile.counters).toMatchObject([
      { name: 'Total Allocated (cuda:0)', unit: 'bytes', category: 'Device Storage' }
    ]);
  });
});

describe('times', () => {
  test.each([
    [1.5, 1500],
    ['1.0005', 1001],
    ['1e3', 1_000_000],
    ['0.1', 100]
  ])('%s microseconds are %d nanoseconds', (dur, ns) => {
    expect(read([at('X', '5', { dur })]).slices.duration[0]).toBe(ns);
  });

  test('events without a usable time are counted, and negative durations are none', () => {
    const text = `[${[
      ...['NaN', '"soon"', 'null', '1e300', '{}'].map(ts => `{"ph":"X","dur":1,"ts":${ts}}`),
      '{"ph":"X","dur":1}',
      '{"ph":"X","ts":-5,"dur":-3,"name":"back"}',
      '{"ph":"X","ts":4,"name":"no duration"}'
    ].join(',')}]`;
    const profile = readText(text);
    expect(texts(profile)).toEqual(['thread 0: back 0+0', 'thread 0: no duration 9000+0']);
    expect(profile.sources[0].message).toBe(
      'Of this trace, 6 events have no usable time and are left out; ' +
        '1 slice ends before it starts and is shown without duration; ' +
        '1 complete event has no duration and is shown without one.'
    );
  });

  test('one stray event at time 0 does not cost the others their nanoseconds', () => {
    const first = 1_795_206_963_537_746;
    const events = Array.from({ length: 40 }, (_, row) =>
      at('X', `${first + row}.123`, { dur: 0.5 })
    );
    const profile = read([at('X', 0, { dur: 1, name: 'stray' }), ...events]);
    expect(profile.slices.length).toBe(40);
    expect([...profile.slices.start.slice(0, 3)]).toEqual([0, 1000, 2000]);
    expect(profile.sources[0].message).toContain('1 event has no usable time');
  });
});

describe('what is cut off, foreign or hostile', () => {
  const whole = JSON.stringify({ traceEvents: [at('X', 1, { dur: 1 }), at('X', 5, { dur: 1 })] });

  test('every beginning of a trace gives its whole events, marked truncated', () => {
    const first = whole.indexOf('[') + 1;
    for (let length = first; length < whole.length; length++) {
      const profile = readText(whole.slice(0, length));
      expect(profile.meta.truncated).toBe(true);
      expect(profile.slices.length).toBeLessThanOrEqual(2);
    }
    expect(readText(whole.slice(0, -2)).slices.length).toBe(2);
    expect(readText(whole).meta.truncated).toBe(false);
  });

  test.each([
    ['{"nodes":[],"samples":[]}', /JSON without traceEvents/],
    ['{"profiler":{"device":{}}}', /JSON without traceEvents/],
    ['[1,2,3]', /a JSON list, but of no trace events/],
    ['[{"a":1}]', /a JSON list, but of no trace events/],
    ['{"traceEvents":{}}', /instead of the list of traceEvents/],
    ['[{"ph":"X" "ts":1}]', /byte 11 it has/],
    ['"text"', /instead of/],
    ['{"cells"', /ends at byte 8/]
  ])('%s is an error that says so', (text, message) => {
    expect(() => readText(text)).toThrow(TraceImportError);
    expect(() => readText(text)).toThrow(message);
  });

  test('empty traces, white space and commas too many are no errors', () => {
    expect(readText('[]').slices.length).toBe(0);
    expect(readText('\ufeff\n{"traceEvents" : [ ],}').meta.durationNs).toBe(0);
    expect(readText('[{"ph":"i","ts":1,},\n]').instants.length).toBe(1);
  });

  test('deep nesting, long texts, twin and prototype keys do no harm', () => {
    const deep = 200_000;
    const nested = `${'['.repeat(deep)}${']'.repeat(deep)}`;
    const profile = readText(
      `[{"ph":"X","ts":0,"ts":1,"dur":2,"name":"${'n'.repeat(1e6)}","__proto__":{"a":${nested}},` +
        `"args":{"__proto__":"kept","twice":1,"twice":2,"deep":${nested},"esc\\u0041":"\\n"}}]`
    );
    const name = profile.strings[profile.labels.name[0]];
    expect(name.length).toBeLessThanOrEqual(16_384);
    const args = argsOf(profile, name);
    expect(Object.entries(args).filter(([key]) => key !== 'deep')).toEqual([
      ['__proto__', 'kept'],
      ['twice', 2],
      ['escA', '\n']
    ]);
    expect(String(args.deep).length).toBeLessThanOrEqual(16_384);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});
