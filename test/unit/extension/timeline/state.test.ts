import { describe, expect, it } from 'vitest';
import { createTimelineModel } from '../../../../extension/src/timeline/model';
import type { TimelineChange } from '../../../../extension/src/timeline/state';
import { TimelineState } from '../../../../extension/src/timeline/state';
import { timelineProfile } from '../../../support/timelineProfile';
import { wholeContent } from './content';

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

  it('has no entry for a slice that the profile has not', () => {
    const { state } = newState();
    expect([state.entryOf(-1), state.entryOf(1e6)]).toEqual([-1, -1]);
  });
});
