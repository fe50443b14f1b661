import { beforeEach, expect, it } from 'vitest';
import { Recorder } from '../../../../src/record/recorder';
import { NvtxRanges } from '../../../../src/sources/gpu/nvtxRanges';
import { FakeClock } from '../../../support/fakeClock';

let recorder: Recorder;
let ranges: NvtxRanges;
let told: string[];

beforeEach(() => {
  told = [];
  recorder = new Recorder({ clock: new FakeClock().now });
  const { labels, sequence } = recorder;
  const nvtx = {
    push: (name: string) => void told.push(`push ${name}`),
    pop: () => void told.push('pop'),
    start: (name: string) => BigInt(told.push(`start ${name}`)),
    end: (range: bigint) => void told.push(`end ${range}`)
  };
  ranges = new NvtxRanges({ nvtx, labels, sequence });
  recorder.watchers.add(ranges);
  recorder.openWindow();
});

const begin = (name: string, category = 'operator') =>
  recorder.begin(recorder.label(name, category));

it('nests the ranges of a thread as its slices', () => {
  const outer = begin('step', 'range');
  const inner = begin('matMul');
  recorder.end(inner);
  recorder.end(outer);
  expect(told).toEqual(['push step', 'push matMul, seq = 0', 'pop', 'pop']);
});

it('names the gradient that a forward operator leaves behind, and the one that a backward operator runs', () => {
  const { sequence } = recorder;
  sequence.within(() => {
    const forward = begin('matMul');
    sequence.take(forward);
    recorder.end(forward);
    sequence.stashed = 1;
    const backward = begin('matMulBackward');
    sequence.stashed = 0;
    recorder.end(begin('transpose'));
    recorder.end(backward);
  });
  expect(told).toEqual([
    'push matMul, seq = 1',
    'pop',
    'push matMulBackward, stashed seq = 1',
    'push transpose, seq = 2',
    'pop',
    'pop'
  ]);
});

it('ends what is inside a slice that ends first', () => {
  const outer = begin('outer', 'range');
  const inner = begin('inner', 'range');
  recorder.end(outer);
  recorder.end(inner);
  expect(told).toEqual(['push outer', 'push inner', 'pop', 'pop']);
});

it('makes a range on its own of a slice that outlasts its call', () => {
  const call = begin('fetch', 'range');
  recorder.moveToLane(call);
  const next = begin('next', 'range');
  recorder.endAsync(call);
  recorder.end(next);
  expect(told).toEqual(['push fetch', 'pop', 'start fetch', 'push next', 'end 3', 'pop']);
});

it('emits slices that begin on async lanes', () => {
  recorder.endAsync(recorder.beginAsync(recorder.label('task', 'domain')));
  expect(told).toEqual(['start task', 'end 1']);
});

it('emits no calls into the interface of libraries', () => {
  recorder.end(begin('tf.matMul', 'API'));
  expect(told).toEqual([]);
});

it('ends every open range when asked to', () => {
  begin('a', 'range');
  begin('b', 'range');
  recorder.beginAsync(recorder.label('c', 'domain'));
  ranges.endAll();
  ranges.endAll();
  expect(told).toEqual(['push a', 'push b', 'start c', 'pop', 'pop', 'end 3']);
});
