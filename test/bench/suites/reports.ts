import { deflateRawSync } from 'node:zlib';
import { profileFindings } from '../../../src/analysis/findings/findings';
import { aggregate } from '../../../src/analysis/statistics/aggregate';
import { displayBundle } from '../../../src/formats/displayBundle';
import { dumpsTable } from '../../../src/report/dumpsTable';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { trainingProfile } from '../millionSlices';

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 1 });

/** What is shown of a profile of a million slices, each time from its tables. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const profile = trainingProfile();
  const cases = {
    floor: floorCase(),
    aggregate: { times: 1, run: () => aggregate(profile) },
    findings: { times: 1, run: () => profileFindings(profile) },
    dumps: { times: 1, run: () => dumpsTable(aggregate(profile)) },
    overview: { times: 1, run: () => JSON.stringify(displayBundle(profile, { deflate })) }
  };
  const times = await interleave(cases, { rounds: 15, warmup: 3 });
  const floorNs = median(times.floor);
  return [
    millisecondFigure('aggregate', median(times.aggregate), floorNs),
    millisecondFigure('findings', median(times.findings), floorNs),
    millisecondFigure('dumps', median(times.dumps), floorNs),
    millisecondFigure('overview', median(times.overview), floorNs)
  ];
}
