import { encodeCpuprofile } from '../../../src/formats/cpuprofile/write';
import { encodeFolded } from '../../../src/formats/folded/write';
import { encodePprof } from '../../../src/formats/pprof/write';
import { encodeSpeedscope } from '../../../src/formats/speedscope/write';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { trainingProfile, withSamples } from '../millionSlices';

const SAMPLES = 100_000;
const STACKS = 4000;
const FUNCTIONS = 400;

/** A profile of a million slices and 100,000 CPU samples in the formats of other profilers. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const slices = trainingProfile();
  const profile = withSamples(slices, { samples: SAMPLES, stacks: STACKS, functions: FUNCTIONS });
  const cases = {
    floor: floorCase(),
    speedscope: { times: 1, run: () => encodeSpeedscope(profile) },
    cpuprofile: { times: 1, run: () => encodeCpuprofile(profile) },
    pprof: { times: 1, run: () => encodePprof(profile) },
    folded: { times: 1, run: () => encodeFolded(profile) },
    foldedSlices: { times: 1, run: () => encodeFolded(slices) }
  };
  const times = await interleave(cases, { rounds: 9, warmup: 3 });
  const floorNs = median(times.floor);
  return [
    millisecondFigure('export.speedscope', median(times.speedscope), floorNs),
    millisecondFigure('export.cpuprofile', median(times.cpuprofile), floorNs),
    millisecondFigure('export.pprof', median(times.pprof), floorNs),
    millisecondFigure('export.folded', median(times.folded), floorNs),
    millisecondFigure('export.foldedSlices', median(times.foldedSlices), floorNs)
  ];
}
