import { StackBuilder } from '../../../src/model/build/stackBuilder';
import { StringTable } from '../../../src/model/build/stringTable';
import { convertCpuProfile } from '../../../src/sources/v8/cpu/cpuProfileConvert';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';
import { cellMapper, registerCells, sampledCells } from '../sampledCells';

/** 10⁵ CPU samples of V8 as tables of a profile, on the lines of cells. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const profile = sampledCells();
  const window = { folder: '/', originNs: 0n, endNs: 10n ** 12n, track: 1, mapper: cellMapper };
  const lines = {
    times: 1,
    before: registerCells,
    run() {
      const texts = { strings: new StringTable(), stacks: new StackBuilder() };
      const { samples, lineTicks } = convertCpuProfile(profile, { ...window, ...texts });
      sink.value += samples.length + lineTicks.length;
    }
  };
  const times = await interleave({ floor: floorCase(), lines }, { rounds: 15, warmup: 3 });
  return [millisecondFigure('samples.lines', median(times.lines), median(times.floor))];
}
