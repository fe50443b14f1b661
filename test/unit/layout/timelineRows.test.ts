import { describe, expect, it } from 'vitest';
import {
  COUNTERS_GROUP,
  type RowsInput,
  SAMPLED_GROUP,
  type TimelineRow,
  buildLaneIndex,
  timelineRows
} from '../../../src/layout';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import { sampleMeta } from '../../support/drawProfile';

const builder = new ProfileBuilder();
const process = builder.addTrack({ name: 'process', kind: 'process' });
const main = builder.addTrack({ name: 'main', kind: 'thread', parent: process });
const marks = builder.addTrack({ name: 'marks', kind: 'thread', parent: process });
builder.addTrack({ name: 'idle', kind: 'worker', parent: process });
const gc = builder.addTrack({ name: 'GC', kind: 'gc' });
const add = (track: number, start: number, duration: number): number =>
  builder.addSlice({ name: 'x', category: 'y', track, start, duration });
add(main, 0, 100);
add(main, 10, 20);
add(gc, 50, 5);
const { slices, tracks } = builder.build(sampleMeta(100));

const metrics = { lanePx: 10, groupPx: 20, counterPx: 30, instantsPx: 5, gapPx: 2 };

function arrange(changes: Partial<RowsInput> = {}) {
  return timelineRows({
    tracks,
    index: buildLaneIndex(slices, tracks.length),
    counters: [{ kind: 'set' }],
    hasInstants: track => track === marks,
    isBusy: () => false,
    collapsed: new Set(),
    metrics,
    ...changes
  });
}

const textOf = ({ kind, track, level, topPx, heightPx }: TimelineRow): string =>
  `${kind} ${track < 0 ? 'counters' : tracks[track].name} ${level} ${topPx}+${heightPx}`;

describe('timelineRows', () => {
  it('puts counters above, then tracks in their groups, and leaves idle ones out', () => {
    const { rows, heightPx } = arrange();
    expect(rows.map(textOf)).toEqual([
      'group counters 0 0+20',
      'counter counters 1 20+32',
      'group process 0 52+20',
      'track main 1 72+22',
      'track marks 1 94+7',
      'track GC 0 101+12'
    ]);
    expect(heightPx).toBe(113);
    expect(rows.map(({ canCollapse }) => canCollapse)).toEqual([
      true,
      false,
      true,
      true,
      false,
      false
    ]);
  });

  it('has counters that were sampled in a group of their own, below those that code sets', () => {
    const kinds = ['set', 'set', 'sampled'] as const;
    const counters = kinds.map(kind => ({ kind }));
    const countersOf = ({ rows }: ReturnType<typeof arrange>): unknown[] =>
      rows
        .filter(({ track }) => track < 0)
        .map(({ kind, track, counter }) => [kind, track, counter]);
    expect(countersOf(arrange({ counters }))).toEqual([
      ['group', COUNTERS_GROUP, -1],
      ['counter', COUNTERS_GROUP, 0],
      ['counter', COUNTERS_GROUP, 1],
      ['group', SAMPLED_GROUP, -1],
      ['counter', SAMPLED_GROUP, 2]
    ]);
    expect(countersOf(arrange({ counters, collapsed: new Set([COUNTERS_GROUP]) }))).toEqual([
      ['group', COUNTERS_GROUP, -1],
      ['group', SAMPLED_GROUP, -1],
      ['counter', SAMPLED_GROUP, 2]
    ]);
    expect(countersOf(arrange({ counters: counters.slice(2) }))).toHaveLength(2);
  });

  it('puts tracks of lesser rank first inside another, and none outside of it', () => {
    const { rows } = arrange({ rankOf: track => (track === gc ? 2 : tracks.length - track) });
    const names = rows.filter(({ track }) => track >= 0).map(({ track }) => tracks[track].name);
    expect(names).toEqual(['GC', 'process', 'marks', 'main']);
  });

  it('shows a track whose slices were all left out', () => {
    const { rows } = arrange({ isBusy: track => tracks[track].name === 'idle' });
    expect(rows.map(textOf)).toContain('track idle 1 101+12');
  });

  it('shows of a closed group a strip for each track in it', () => {
    const { rows } = arrange({ collapsed: new Set([process, COUNTERS_GROUP]) });
    expect(rows.map(textOf)).toEqual([
      'group counters 0 0+20',
      'group process 0 20+20',
      'track GC 0 40+12'
    ]);
    expect(rows[1].lanes).toEqual([0]);
  });

  it('shows of a closed track its outermost lane', () => {
    const { rows } = arrange({ collapsed: new Set([main]) });
    expect(rows[3]).toMatchObject({ track: main, lanes: [0], heightPx: 12, isCollapsed: true });
  });
});
