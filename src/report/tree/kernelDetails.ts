import { deviceNumber } from '../../analysis/gpuDevice';
import type { ProfileStep } from '../../analysis/steps/profileSteps';
import { BLOCK_ARG, GRID_ARG } from '../../model/argKeys';
import { KERNEL_CATEGORY } from '../../model/categories';
import type { Profile } from '../../model/profile';
import { csvText } from '../csvText';
import { gpuWorkRows } from './gpuWork';
import { usText, WallClock } from './numberTexts';
import { StepCursor } from './operatorRuns';
import { SliceArgs } from './sliceArgs';

const COLUMNS =
  'Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),' +
  'Block Dim,Grid Dim,Stream Id';

/** What of a GPU runs kernels, and what copies and fills. */
const [CORES, COPY_ENGINE] = ['SM', 'DMA'];

/**
 * `kernel_details.csv`: a line for each kernel, copy and fill of a GPU, in order of start; the heading
 * alone where there was none. The start is microseconds since the Unix epoch; the wait is the time for
 * which its stream had nothing to do before.
 */
export function kernelDetailsCsv(profile: Profile, steps: readonly ProfileStep[]): string {
  const { slices, tracks, labels, strings, meta } = profile;
  const clock = new WallClock(meta.startedAtMs);
  const step = new StepCursor(steps);
  const args = new SliceArgs(profile);
  const devices = tracks.map((_, track) => deviceNumber(tracks, track));
  const busyUntil = new Float64Array(tracks.length).fill(Infinity);
  const lines = gpuWorkRows(profile).map(row => {
    const track = slices.track[row];
    const [start, durationNs] = [slices.start[row], slices.duration[row]];
    const waitNs = Math.max(0, start - busyUntil[track]);
    const end = start + durationNs;
    busyUntil[track] = busyUntil[track] === Infinity ? end : Math.max(busyUntil[track], end);
    const category = strings[labels.category[slices.label[row]]];
    return [
      step.textAt(start),
      devices[track],
      csvText(strings[labels.name[slices.label[row]]]),
      category,
      category === KERNEL_CATEGORY ? CORES : COPY_ENGINE,
      clock.usText(start),
      usText(durationNs),
      usText(waitNs),
      csvText(args.text(row, BLOCK_ARG)),
      csvText(args.text(row, GRID_ARG)),
      tracks[track].tid
    ].join(',');
  });
  return [COLUMNS, ...lines].join('\n') + '\n';
}
