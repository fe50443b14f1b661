import { array, assert, integer, property, record } from 'fast-check';
import { FrameKind, type Profile, ProfileBuilder, type TrackKind } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { readChromeTrace } from '../../../../../src/formats/chrome/read';
import { encodeChromeTrace } from '../../../../../src/formats/chrome/write';
import { readPerfettoTrace } from '../../../../../src/formats/perfetto/read';
import { encodePerfetto } from '../../../../../src/formats/perfetto/write';
import { readSpeedscope } from '../../../../../src/formats/speedscope/read';
import { encodeSpeedscope } from '../../../../../src/formats/speedscope/write';
import { exampleMeta } from '../../../../support/richProfile';
import { sliceTotals } from '../../../../support/traceTotals';

const OPTIONS = { id: 'trace', name: 'trace', writtenAtMs: 0 };
const SCRIPTS = { kindOf: () => FrameKind.user };

/** Formats with slices: a profile as such a file, and the file as a profile. */
const FORMATS: readonly (readonly [string, (profile: Profile) => Profile])[] = [
  ['Perfetto', profile => readPerfettoTrace(encodePerfetto(profile), OPTIONS)],
  ['Chrome', profile => readChromeTrace(encodeChromeTrace(profile), OPTIONS, SCRIPTS)],
  ['speedscope', profile => readSpeedscope(encodeSpeedscope(profile), OPTIONS, SCRIPTS)]
];

interface Stretch {
  readonly start: number;
  readonly duration: number;
}

function profileOf(kind: TrackKind, slices: readonly Stretch[]): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'track', kind, pid: 1, tid: 1 });
  slices.forEach((slice, at) => {
    builder.addSlice({ name: `name ${at % 3}`, category: 'work', track, ...slice });
  });
  return builder.build(exampleMeta(100_000));
}

/** By name without category, which speedscope's files lack, how often and for how long. */
const totals = (profile: Profile): [string, object][] => sliceTotals(profile, () => '');

const KINDS: readonly TrackKind[] = ['thread', 'asyncLane'];

describe.each(FORMATS)(
  'slices that overlap in part keep their durations in files for %s',
  (_, again) => {
    test.each([2, 63, 64, 65, 66, 129, 1000])('%i at a time', count => {
      const slices = Array.from({ length: count }, (__, at) => ({ start: at, duration: 2000 }));
      for (const kind of KINDS) {
        const profile = profileOf(kind, slices);
        expect(totals(again(profile))).toEqual(totals(profile));
      }
    });

    test('however they nest, touch and overlap', () => {
      const start = integer({ min: 0, max: 60 });
      const stretch = record({ start, duration: integer({ min: 1, max: 60 }) });
      assert(
        property(array(stretch, { maxLength: 200 }), slices => {
          const profile = profileOf('asyncLane', slices);
          expect(totals(again(profile))).toEqual(totals(profile));
        }),
        { numRuns: 40 }
      );
    });
  }
);
