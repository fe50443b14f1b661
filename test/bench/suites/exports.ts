import { encodeChromeTrace } from '../../../src/formats/chrome/write';
import { encodePerfetto } from '../../../src/formats/perfetto/write';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { trainingProfile } from '../millionSlices';

/** A profile of a million slices as the bytes of a trace, uncompressed. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const profile = trainingProfile();
  const cases = {
    floor: floorCase(),
    perfetto: { times: 1, run: () => encodePerfetto(profile) },
    chrome: { times: 1, run: () => encodeChromeTrace(profile) }
  };
  const times = await interleave(cases, { rounds: 15, warmup: 3 });
  const floorNs = median(times.floor);
  return [
    millisecondFigure('export.perfetto', median(times.perfetto), floorNs),
    millisecondFigure('export.chrome', median(times.chrome), floorNs)
  ];
}
