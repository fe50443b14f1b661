import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { aggregate, callTree, profileFindings, sampleStacks } from '../../../src/analysis';
import { displayBundle } from '../../../src/formats/displayBundle';
import { decodeKscope } from '../../../src/formats/kscope/read';
import { encodeKscope } from '../../../src/formats/kscope/write';
import { FORMATS } from '../../../src/formats/table';
import { buildLaneIndex, flameStarts } from '../../../src/layout';
import { mergeProfiles } from '../../../src/model/merge/mergeProfiles';
import type { Profile } from '../../../src/model/profile/profile';
import { validateProfile } from '../../../src/model/validate/validate';
import { Recorder } from '../../../src/record/recorder';
import { FakeClock } from '../../support/fakeClock';
import { finishWindow } from '../../support/recording';

const DEPTH = 100_000;

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 1 });

/** Ranges each inside the one before, as deep as no program's stack. */
function nestedRanges(kind: 'onThread' | 'onLanes'): Profile {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const window = recorder.openWindow();
  const label = recorder.label('deeper', 'range');
  const tokens: ReturnType<Recorder['begin']>[] = [];
  for (let depth = 0; depth < DEPTH; depth++) {
    clock.advance(1);
    const isOnThread = kind === 'onThread' || depth === 0;
    tokens.push(isOnThread ? recorder.begin(label) : recorder.beginAsync(label, tokens[depth - 1]));
  }
  for (const token of tokens.reverse()) {
    clock.advance(1);
    if (kind === 'onThread') recorder.end(token);
    else recorder.endAsync(token);
  }
  return finishWindow(recorder, window);
}

/** `profile` with one sample, whose stack is as deep. */
function withDeepStack(profile: Profile): Profile {
  const name = profile.strings.length;
  const rows = (value: (row: number) => number) =>
    Uint32Array.from({ length: DEPTH }, (_, row) => value(row));
  return {
    ...profile,
    strings: [...profile.strings, 'recurse'],
    frames: {
      length: 1,
      name: Uint32Array.of(name),
      file: Uint32Array.of(name),
      line: Uint32Array.of(1),
      column: Uint32Array.of(1),
      kind: Uint8Array.of(0)
    },
    stacks: {
      length: DEPTH,
      prefix: Int32Array.from({ length: DEPTH }, (_, row) => row - 1),
      frame: rows(() => 0),
      line: rows(() => 1),
      isAwaited: new Uint8Array(DEPTH)
    },
    samples: {
      length: 1,
      time: Float64Array.of(10),
      weight: Float64Array.of(1000),
      stack: Int32Array.of(DEPTH - 1),
      track: Uint16Array.of(1)
    }
  };
}

describe.each(['onThread', 'onLanes'] as const)('100,000 ranges inside one another, %s', kind => {
  let profile: Profile;

  beforeAll(() => {
    profile = withDeepStack(nestedRanges(kind));
  });

  it('are recorded, with exact totals', () => {
    const { slices, meta, droppedTotals } = validateProfile(profile);
    const dropped = droppedTotals.count.reduce((sum, count) => sum + count, 0);
    expect([slices.length + dropped, meta.dropped.slices]).toEqual([DEPTH, dropped]);
    const [{ rows }] = aggregate(profile);
    expect(rows[0]).toMatchObject({ count: DEPTH, total: DEPTH * DEPTH });
  });

  it('are read back as they were written, and merged', () => {
    expect(decodeKscope(encodeKscope(profile)).slices).toEqual(profile.slices);
    expect(validateProfile(mergeProfiles([profile, profile])).slices.length).toBe(
      2 * profile.slices.length
    );
  });

  it.each(FORMATS.flatMap(({ id, write }) => (write ? [{ id, write }] : [])))(
    'are written as $id',
    ({ write }) => {
      const input = { profile, sections: () => aggregate(profile), words: 'kineto' } as const;
      expect(write.encode({ ...input, deflate }).length).toBeGreaterThan(0);
    }
  );

  it('are shown in a notebook, in findings, on a timeline and as a flame', () => {
    expect(displayBundle(profile, { deflate })['text/plain']).toContain('deeper');
    expect(profileFindings(profile).findings).toBeInstanceOf(Array);
    const { slices, tracks } = profile;
    expect(buildLaneIndex(slices, tracks.length)).toBeDefined();
    const tree = callTree(sampleStacks(profile));
    expect(flameStarts(tree).length).toBe(tree.length);
  });
});
