import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeBundle } from '../../../src/formats/bundle/decodeBundle';
import { encodeBundle } from '../../../src/formats/bundle/bundle';
import { decodeKscope } from '../../../src/formats/kscope/read';
import { encodeKscope } from '../../../src/formats/kscope/write';
import type { Profile, ProfileBundle } from '../../../src/model';
import { largeProfile } from '../../support/largeProfile';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { trainingProfile, withSamples } from '../millionSlices';

/** Steps of the training whose output is measured: a hundredth of those of the large profile. */
const TYPICAL_SCALE = 100;
const TYPICAL_SAMPLES = { samples: 1000, stacks: 200, functions: 100 };

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 1 });
const inflate = (bytes: Uint8Array, rawBytes: number): Uint8Array =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });

/** A cell of 10⁴ slices, 1,000 CPU samples and a counter of 20,000 points. */
function typicalProfile(): Profile {
  const { counters } = largeProfile(TYPICAL_SCALE);
  return { ...withSamples(trainingProfile(TYPICAL_SCALE), TYPICAL_SAMPLES), counters };
}

/** Files of a profile of a million slices, and the output of a cell as it is saved. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const profile = trainingProfile();
  const file = encodeKscope(profile, { deflate });
  const text = JSON.stringify(encodeBundle(typicalProfile(), { deflate }));
  const bundle = JSON.parse(text) as ProfileBundle;
  if (bundle.overview.partial) throw new Error('The typical output has a part of its profile only');
  const cases = {
    floor: floorCase(),
    write: { times: 1, run: () => encodeKscope(profile, { deflate }) },
    read: { times: 1, run: () => decodeKscope(file, { inflate }) },
    output: { times: 1, run: () => decodeBundle(bundle, { inflate }) }
  };
  const times = await interleave(cases, { rounds: 15, warmup: 3 });
  const floorNs = median(times.floor);
  return [
    millisecondFigure('kscope.write', median(times.write), floorNs),
    millisecondFigure('kscope.read', median(times.read), floorNs),
    { name: 'kscope.bytes', value: file.length / 1e6, floorNs },
    millisecondFigure('output.read', median(times.output), floorNs),
    { name: 'output.bytes', value: Buffer.byteLength(text), floorNs }
  ];
}
