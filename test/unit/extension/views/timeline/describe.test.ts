// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { TimelineWords } from '../../../../../extension/src/views/timeline/describe';
import { createTimelineModel } from '../../../../../extension/src/views/timeline/model';
import { ProfileBuilder } from '../../../../../src/model/build/profileBuilder';
import { drawProfile, sampleMeta } from '../../../../support/drawProfile';
import { objectsProfile } from '../../../../support/objectsProfile';
import { timelineProfile } from '../../../../support/timelineProfile';
import { wholeContent } from '../../shared/content/content';

const profile = timelineProfile();
const model = createTimelineModel(wholeContent(profile));
const words = new TimelineWords(nullTranslator.load('kernelscope'), createNumberFormats('en'));
const { args, slices } = profile;

type ProfileArgs = Readonly<Record<string, number>>;

const entryOf = (slice: number): number => model.index.slice.indexOf(slice);
const factsOf = (entry: number): Record<string, string> =>
  Object.fromEntries(words.slice(model, entry).facts.map(({ label, value }) => [label, value]));

describe('TimelineWords', () => {
  it('tells a slice with its arguments', () => {
    const facts = factsOf(entryOf(args.slice[0]));
    expect(facts).toMatchObject({
      Category: 'operator',
      Track: 'main thread',
      'input shapes': '[32,28,28,1] [3,3,1,8]',
      bytes: '100,352'
    });
    expect(facts.Self).toBe(facts.Duration);
  });

  it('tells what an operator computes, and what its gradient belongs to', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    const add = (name: string, category: string, start: number, args: ProfileArgs) =>
      builder.addSlice({ name, category, track, start, duration: 2e6, args });
    const forward = add('Square', 'operator', 0, { seq: 1234, flops: 5e6 });
    const backward = add('SquareBackward', 'operator', 3e6, { 'stashed seq': 1234, flops: 0 });
    add('mine', 'range', 6e6, { seq: 1234, flops: 5e6 });
    builder.addFlow('fwdbwd', 'fwdbwd', forward, backward);
    builder.addFlow('call', 'async', forward, backward);
    const gradients = createTimelineModel(wholeContent(builder.build(sampleMeta(9e6))));
    const told = [0, 1, 2].map(entry => {
      const { facts } = words.selected(gradients, entry);
      const after = facts.findIndex(({ label }) => label === 'Track') + 1;
      return facts.slice(after).map(({ label, value }) => `${label}: ${value}`);
    });
    expect(told).toEqual([
      [
        'Sequence number: 1234',
        'Floating-point operations: 5 MFLOP (2.5 GFLOP/s)',
        'Backward function: SquareBackward, at 3 ms'
      ],
      [
        'Sequence number of its operator: 1234',
        'Floating-point operations: 0 FLOP',
        'Forward operator: Square, at 0 ns'
      ],
      ['seq: 1,234', 'flops: 5,000,000']
    ]);
  });

  it('tells the tensors that an operator read and made, by type and shape', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    const args = {
      inputShapes: '[[32,64],[]]',
      inputTypes: '["float32","int32"]',
      inputTensors: '[1,2]',
      outputShapes: '[[32]]'
    };
    const slice = { name: 'GatherV2', track, start: 0, duration: 1000, args };
    builder.addSlice({ ...slice, category: 'operator' });
    builder.addSlice({ ...slice, category: 'range', start: 2000 });
    const model = createTimelineModel(wholeContent(builder.build(sampleMeta(9e6))));
    const told = [0, 1].map(entry => {
      const { facts } = words.selected(model, entry);
      return facts.map(({ label, value }) => `${label}: ${value}`);
    });
    expect(told[0]).toContain('Inputs: float32[32, 64], int32[]');
    expect(told[0]).toContain('Results: [32]');
    expect(told[0].join()).not.toContain('inputT');
    expect(told[1]).toContain('inputTensors: [1,2]');
  });

  it('tells how long asynchronous code ran, and that of nothing else', () => {
    const builder = new ProfileBuilder();
    const lane = builder.addTrack({ name: 'async', kind: 'asyncLane' });
    const thread = builder.addTrack({ name: 'main', kind: 'thread' });
    const slice = { category: 'range', start: 0, duration: 9e6 };
    builder.addSlice({ ...slice, name: 'job', track: lane, args: { running: 2e6 } });
    builder.addSlice({ ...slice, name: 'mine', track: thread, args: { running: 2e6 } });
    builder.addSlice({ ...slice, name: 'long', track: lane, args: { running: 9e9 }, start: 9e6 });
    const running = createTimelineModel(wholeContent(builder.build(sampleMeta(18e6))));
    const told = Array.from({ length: 3 }, (_, entry) => {
      const { title, facts } = words.slice(running, entry);
      const last = facts[facts.length - 1];
      const self = facts.some(({ label }) => label === 'Self') ? 'self known' : 'no self';
      return `${title}: ${last.label}: ${last.value}, ${self}`;
    });
    expect(told.sort()).toEqual([
      'job: Running: 2 ms, 22.2 % of its time; waiting 7 ms, 77.8 %, no self',
      'long: Running: 9 ms, 100.0 % of its time; waiting 0 ns, 0.0 %, no self',
      'mine: running: 2,000,000, self known'
    ]);
  });

  it('tells where a message was posted and where it was handled', () => {
    const builder = new ProfileBuilder();
    const main = builder.addTrack({ name: 'main thread', kind: 'thread' });
    const worker = builder.addTrack({ name: 'worker 3', kind: 'worker' });
    const slice = { category: 'message', duration: 1e6 };
    const from = builder.addSlice({ ...slice, name: 'postMessage', track: main, start: 0 });
    const to = builder.addSlice({ ...slice, name: 'onmessage', track: worker, start: 2e6 });
    builder.addFlow('message', 'message', from, to);
    const messages = createTimelineModel(wholeContent(builder.build(sampleMeta(9e6))));
    const told = [0, 1].map(entry => {
      const { title, facts } = words.selected(messages, entry);
      const last = facts[facts.length - 1];
      return `${title}: ${last.label} ${last.value}`;
    });
    expect(told).toEqual([
      'postMessage: Handled by worker 3, 2 ms later',
      'onmessage: Posted by main thread, 2 ms earlier'
    ]);
  });

  it('says what calls and operators do that the profiler knows, and what their counters count', () => {
    const drawn = drawProfile(`
      main |[API/waitAll][range/waitAll]
    `);
    const counter = { ...profile.counters[0], name: 'API Concurrency', category: 'API' };
    const calls = createTimelineModel(wholeContent({ ...drawn, counters: [counter] }));
    const meanings = [0, 1].map(entry => words.slice(calls, entry).facts[0]);
    expect(meanings[0].label).toBe('What it does');
    expect(meanings[0].value).toMatch(/^Waits for all asynchronous operators/);
    expect(meanings[1].label).toBe('Category');
    const target = { type: 'counter', counter: 0, timeNs: 1e9 } as const;
    expect(words.target(calls, target)?.facts[0].value).toMatch(/under way$/);
  });

  it('tells of merged slices their number and the longest', () => {
    const { title, facts } = words.slice(model, 0, 1234);
    expect(title).toBe('1,234 slices');
    expect(facts[0].label).toBe('Longest');
  });

  it('says a slice in one sentence', () => {
    const step = slices.label.findIndex(
      label => profile.strings[profile.labels.name[label]] === 'train step'
    );
    expect(words.sentence(model, entryOf(step))).toBe('train step, 7.4 ms, at 1 ms, main thread');
  });

  it('tells the value of a counter at a time, and nothing before its first', () => {
    const target = { type: 'counter', counter: 0, timeNs: 0 } as const;
    expect(words.target(model, target)?.title).toBe('Memory: node/rss');
    expect(words.target(model, { ...target, timeNs: -1 })).toBeNull();
    expect(words.target(model, { type: 'nothing' })).toBeNull();
  });

  it('tells an instant', () => {
    const told = words.target(model, { type: 'instant', instant: 0 });
    expect(told).toEqual({
      title: 'model compiled',
      facts: [
        { label: 'At', value: '400 µs' },
        { label: 'Track', value: 'main thread' },
        { label: 'Scope', value: 'Thread' }
      ]
    });
  });

  it('tells the scope of every instant', () => {
    const objects = createTimelineModel(wholeContent(objectsProfile()));
    const scopes = Array.from(objects.profile.instants.time, (_, instant) => {
      const facts = words.target(objects, { type: 'instant', instant })?.facts ?? [];
      return facts.find(({ label }) => label === 'Scope')?.value;
    });
    expect(scopes).toEqual(['Thread', 'Process', 'Whole trace', 'Task', 'Marker', 'Marker']);
  });

  it('calls a run of a frame by its number', () => {
    const objects = createTimelineModel(wholeContent(objectsProfile()));
    const { label, start } = objects.profile.slices;
    const run = start.findIndex((at, slice) => {
      return (
        at === 12_000 &&
        objects.profile.strings[objects.profile.labels.name[label[slice]]] === 'frame1'
      );
    });
    const entry = objects.index.slice.indexOf(run);
    expect(words.slice(objects, entry).title).toBe('frame1 #2');
    expect(words.sentence(objects, entry)).toMatch(/^frame1 #2, 9 µs/);
  });
});
