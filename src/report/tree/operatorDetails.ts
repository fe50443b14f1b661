import { parseShapes } from '../../analysis/traffic/factTexts';
import { stackTexts } from '../../analysis/stackTexts';
import { INPUT_SHAPES_ARG } from '../../model/argKeys';
import { csvText } from '../csvText';
import { deviceTimes } from './gpuWork';
import { usText, WallClock } from './numberTexts';
import type { OperatorRuns } from './operatorRuns';
import { StepCursor } from './operatorRuns';
import { SliceArgs } from './sliceArgs';

const COLUMNS =
  'Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),' +
  'Device Self Duration(us),Device Total Duration(us),Full Name,Step Id,Start Time(us),Thread';

const NO_DEVICE = '0.000,0.000';

/**
 * `operator_details.csv`: a line for each run of an operator in order of start. Axes are separated by
 * commas and shapes by semicolons, `32,64;64,10`; the frames of a stack, innermost first, by semicolons.
 * The own columns are the name with its scope, the number of the step, the start (microseconds since
 * the Unix epoch) and the thread or lane.
 */
export function operatorDetailsCsv(runs: OperatorRuns): string {
  const { profile, slices, nameOf, names, selfNs, steps } = runs;
  const { start, duration, track } = profile.slices;
  const device = deviceTimes(runs);
  const clock = new WallClock(profile.meta.startedAtMs);
  const step = new StepCursor(steps);
  const details = new OperatorTexts(runs);
  const heads = names.map(({ type }) => csvText(type));
  const fullNames = names.map(({ fullName }) => csvText(fullName));
  const threads = profile.tracks.map(({ name }) => csvText(name));
  let text = `${COLUMNS}\n`;
  for (let run = 0; run < slices.length; run++) {
    const slice = slices[run];
    const host = `${usText(selfNs[slice])},${usText(duration[slice])}`;
    const gpu = device ? `${usText(device.self[slice])},${usText(device.total[slice])}` : NO_DEVICE;
    const at = start[slice];
    text +=
      `${heads[nameOf[run]]},${details.shapes(slice)},${details.stack(slice)},${host},${gpu},` +
      `${fullNames[nameOf[run]]},${step.textAt(at)},${clock.usText(at)},${threads[track[slice]]}\n`;
  }
  return text;
}

/** Fields of slices, which are asked for in order of their rows; equal ones are made once. */
class OperatorTexts {
  private readonly shapesKey: number;
  private readonly args: SliceArgs;
  private readonly shapeFields = new Map([[-1, '']]);
  private readonly stackFields = new Map<number, string>();
  private readonly stackOf: (stack: number) => readonly string[];
  private stackRow = 0;

  constructor(private readonly runs: OperatorRuns) {
    const { profile } = runs;
    this.args = new SliceArgs(profile);
    this.shapesKey = profile.strings.indexOf(INPUT_SHAPES_ARG);
    this.stackOf = stackTexts(profile);
  }

  shapes(slice: number): string {
    if (this.shapesKey < 0) return '';
    const row = this.args.textRow(slice, this.shapesKey);
    const known = this.shapeFields.get(row);
    if (known !== undefined) return known;
    const shapes = parseShapes(this.runs.profile.strings[row]) ?? [];
    const field = csvText(shapes.map(shape => shape.join(',')).join(';'));
    this.shapeFields.set(row, field);
    return field;
  }

  stack(slice: number): string {
    const { sliceStacks } = this.runs.profile;
    while (this.stackRow < sliceStacks.length && sliceStacks.slice[this.stackRow] < slice) {
      this.stackRow++;
    }
    const isOwn = this.stackRow < sliceStacks.length && sliceStacks.slice[this.stackRow] === slice;
    if (!isOwn) return '';
    const stack = sliceStacks.stack[this.stackRow];
    const field = this.stackFields.get(stack) ?? csvText(this.stackOf(stack).join(';'));
    this.stackFields.set(stack, field);
    return field;
  }
}
