import { describe, expect, it } from 'vitest';
import { COUNTERS_GROUP, SAMPLED_GROUP } from '../../../../../src/layout';
import { createTimelineModel } from '../../../../../extension/src/views/timeline/model';
import {
  MAX_OPEN_COUNTERS,
  type TimelineChange,
  TimelineState
} from '../../../../../extension/src/views/timeline/state';
import { timelineProfile } from '../../../../support/timelineProfile';
import { waitingProfile } from '../../../../support/waitingProfile';
import { wholeContent } from '../../shared/content/content';

const profile = timelineProfile();
const PROCESS = 0;
const MAIN = 1;

function newState() {
  const state = new TimelineState(createTimelineModel(wholeContent(profile)));
  const changes: TimelineChange[] = [];
  state.changed.connect((_, change) => changes.push(change));
  const forward = profile.slices.label.findIndex(
    label => profile.strings[profile.labels.name[label]] === 'forward'
  );
  return { state, changes, forward: state.entryOf(forward) };
}

function withCounters(count: number, before?: TimelineState): TimelineState {
  const counter = { ...profile.counters[0], kind: 'set' } as const;
  const counters = Array.from({ length: count }, () => counter);
  return new TimelineState(createTimelineModel(wholeContent({ ...profile, counters })), before);
}

describe('TimelineState', () => {
  it('stays within the recorded time, and says when the window is new', () => {
    const { state, changes } = newState();
    expect(state.isWhole).toBe(true);
    state.setWindow({ fromNs: -50, toNs: 1e6 });
    expect(state.window).toEqual({ fromNs: 0, toNs: 1_000_050 });
    state.setWindow(state.window);
    expect([state.isWhole, changes]).toEqual([false, ['window']]);
  });

  it('places a slice in its lane, or on the closed group around it', () => {
    const { state, forward } = newState();
    const main = state.rows.rows.find(({ track }) => track === MAIN);
    expect(main).toBeDefined();
    expect(state.placeOf(forward)).toEqual({
      topPx: main!.topPx + main!.instantsPx + 18,
      heightPx: 18
    });
    state.toggle(PROCESS);
    const group = state.rows.rows.find(({ track }) => track === PROCESS)!;
    expect(state.placeOf(forward)).toEqual({ topPx: group.topPx, heightPx: group.heightPx });
  });

  it('opens what hides a slice', () => {
    const { state, changes, forward } = newState();
    const before = state.rows.heightPx;
    state.toggle(MAIN);
    state.toggle(PROCESS);
    expect(state.rows.heightPx).toBeLessThan(before);
    state.uncover(forward);
    expect([state.rows.heightPx, changes]).toEqual([before, ['rows', 'rows', 'rows']]);
  });

  it('starts with many counters closed, and few open', () => {
    const areOpen = (count: number) => !withCounters(count).collapsed.has(COUNTERS_GROUP);
    expect([1, MAX_OPEN_COUNTERS, MAX_OPEN_COUNTERS + 1].map(areOpen)).toEqual([true, true, false]);
    const closed = withCounters(MAX_OPEN_COUNTERS + 1);
    expect(closed.rows.rows.filter(({ counter }) => counter >= 0)).toEqual([]);
  });

  it('starts with memory closed, beside however many counters of the code', () => {
    const [memory] = profile.counters;
    const kinds = ['sampled', 'set', 'sampled'] as const;
    const counters = kinds.map(kind => ({ ...memory, kind }));
    const modelOf = () => createTimelineModel(wholeContent({ ...profile, counters }));
    const state = new TimelineState(modelOf());
    expect(state.rows.rows.filter(({ counter }) => counter >= 0)).toHaveLength(1);
    expect(state.model.counters.map(({ kind }) => kind)).toEqual(['set', 'sampled', 'sampled']);
    state.toggle(SAMPLED_GROUP);
    expect(state.rows.rows.filter(({ counter }) => counter >= 0)).toHaveLength(3);
    expect(new TimelineState(modelOf(), state).collapsed.has(SAMPLED_GROUP)).toBe(false);
  });

  it('begins each thread with its ranges and functions, and then what it waited for', () => {
    const model = createTimelineModel(wholeContent(waitingProfile()), { isFolded: true });
    const { rows } = new TimelineState(model).rows;
    const names = rows.flatMap(({ track }) =>
      track < 0 ? [] : [model.profile.tracks[track].name]
    );
    expect(names).toEqual([
      ...['main thread', 'Call stack', 'async 1', 'async 2', 'Waiting', 'Event loop']
    ]);
  });

  it('keeps counters open or closed as a person has left them', () => {
    const many = withCounters(7);
    many.toggle(COUNTERS_GROUP);
    const reopened = withCounters(7, many);
    expect(reopened.collapsed.has(COUNTERS_GROUP)).toBe(false);
    const few = withCounters(1, reopened);
    few.toggle(COUNTERS_GROUP);
    expect(withCounters(1, few).collapsed.has(COUNTERS_GROUP)).toBe(true);
    expect(withCounters(1, withCounters(7)).collapsed.has(COUNTERS_GROUP)).toBe(false);
  });

  it('has no entry for a slice that the profile has not', () => {
    const { state } = newState();
    expect([state.entryOf(-1), state.entryOf(1e6)]).toEqual([-1, -1]);
  });
});
