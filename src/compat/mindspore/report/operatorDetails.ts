import { operatorWork } from '../../../analysis/gpu/operatorWork';
import { RowsOfSlices } from '../../../analysis/slices/rowsOfSlices';
import { parseShapes } from '../../../analysis/operators/tensorTexts';
import { stackTexts } from '../../../analysis/stacks/stackTexts';
import { INPUT_SHAPES_ARG } from '../../../model/profile/argKeys';
import { csvText } from '../../../tables/csvText';
import type { OperatorRuns } from './operatorRuns';
import { NO_TEXT, SliceArgs } from './sliceArgs';
import { StepCursor, type Field, TextBytes, textField } from './textBytes';
import { WallClock } from './wallClock';

const COLUMNS =
  'Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),' +
  'Device Self Duration(us),Device Total Duration(us),Full Name,Step Id,Start Time(us),Thread';

const COMMA = textField(',');

/** Times of a GPU where nothing ran on one. */
const NO_DEVICE = textField('0.000,0.000,');

/** Bytes of a line as a rule. */
const LINE_BYTES = 160;

/**
 * `operator_details.csv`: one line per run of an operator in order of start. Axes are separated by
 * commas and shapes by semicolons, `32,64;64,10`; the frames of a stack, innermost first, by
 * semicolons. The additional columns are the name with its scope, the number of the step, the start
 * (microseconds since the Unix epoch) and the thread or lane.
 */
export function operatorDetailsCsv(runs: OperatorRuns): Uint8Array {
  const { profile, slices, nameOf, names, selfNs, steps } = runs;
  const { start, duration, track } = profile.slices;
  const isOperator = new Uint8Array(profile.slices.length);
  for (const slice of slices) isOperator[slice] = 1;
  const device = operatorWork(profile, isOperator);
  const clock = new WallClock(profile.meta.startedAtMs);
  const step = new StepCursor(steps);
  const details = new OperatorFields(runs);
  const heads = names.map(({ type }) => textField(`${csvText(type)},`));
  const fullNames = names.map(({ fullName }) => textField(`${csvText(fullName)},`));
  const endings = profile.tracks.map(({ name }) => textField(`,${csvText(name)}\n`));
  const output = new TextBytes(slices.length * LINE_BYTES);
  output.raw(`${COLUMNS}\n`);
  for (let run = 0; run < slices.length; run++) {
    const slice = slices[run];
    output.put(heads[nameOf[run]]);
    output.put(details.shapes(slice));
    output.put(details.stack(slice));
    putDurations(output, selfNs[slice], duration[slice]);
    if (device) putDurations(output, device.selfNs[slice], device.totalNs[slice]);
    else output.put(NO_DEVICE);
    output.put(fullNames[nameOf[run]]);
    output.put(step.fieldAt(start[slice]));
    clock.putUs(output, start[slice]);
    output.put(endings[track[slice]]);
  }
  return output.written();
}

// hot
function putDurations(output: TextBytes, selfNs: number, totalNs: number): void {
  output.us(selfNs);
  output.put(COMMA);
  output.us(totalNs);
  output.put(COMMA);
}

/** Fields of slices with a comma, requested in order of rows; equal ones are made once. */
class OperatorFields {
  readonly #shapesKey: number;
  readonly #args: SliceArgs;
  readonly #shapeFields = new Map([[NO_TEXT, COMMA]]);
  readonly #stackFields = new Map<number, Field>();
  readonly #stackOf: (stack: number) => readonly string[];
  readonly #stackRows: RowsOfSlices;

  constructor(private readonly runs: OperatorRuns) {
    const { profile } = runs;
    this.#args = new SliceArgs(profile);
    this.#shapesKey = profile.strings.indexOf(INPUT_SHAPES_ARG);
    this.#stackOf = stackTexts(profile);
    this.#stackRows = new RowsOfSlices(profile.sliceStacks.slice);
  }

  shapes(slice: number): Field {
    if (this.#shapesKey < 0) return COMMA;
    const row = this.#args.textRow(slice, this.#shapesKey);
    const known = this.#shapeFields.get(row);
    if (known !== undefined) return known;
    const shapes = parseShapes(this.runs.profile.strings[row]) ?? [];
    const text = shapes.map(shape => shape.join(',')).join(';');
    const field = textField(`${csvText(text)},`);
    this.#shapeFields.set(row, field);
    return field;
  }

  stack(slice: number): Field {
    const { sliceStacks } = this.runs.profile;
    const at = this.#stackRows.first(slice);
    if (sliceStacks.slice[at] !== slice) return COMMA;
    const stack = sliceStacks.stack[at];
    const known = this.#stackFields.get(stack);
    if (known) return known;
    const field = textField(`${csvText(this.#stackOf(stack).join(';'))},`);
    this.#stackFields.set(stack, field);
    return field;
  }
}
