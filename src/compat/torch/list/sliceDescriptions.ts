import type { FunctionEventOptions, InputShapes } from '../events/eventDetails';
import {
  BYTES_ARG,
  FLOPS_ARG,
  INPUT_SHAPES_ARG,
  RUNNING_ARG,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG,
  UNFINISHED_ARG
} from '../../../model/profile/argKeys';
import { TensorTexts } from '../../../analysis/operators/traffic/tensorTexts';
import { ArgKind, type Profile } from '../../../model/profile/profile';
import { RowsOfSlices } from '../../../analysis/slices/rowsOfSlices';
import { stackTexts } from '../../../analysis/stacks/stackTexts';

type Writable = { -readonly [Key in keyof FunctionEventOptions]: FunctionEventOptions[Key] };

/** Arguments that are numbers, by the option of an event that they become. */
const NUMBERS: Readonly<Record<string, 'cpuMemoryUsage' | 'flops' | 'sequenceNr'>> = {
  [BYTES_ARG]: 'cpuMemoryUsage',
  [FLOPS_ARG]: 'flops',
  [SEQUENCE_ARG]: 'sequenceNr',
  [STASHED_SEQUENCE_ARG]: 'sequenceNr'
};

/** Arguments that the profiler adds to slices of the program. */
const OWN_ARGS: readonly string[] = [RUNNING_ARG, UNFINISHED_ARG];

/** The description of a range without arguments. */
const ANNOTATION: FunctionEventOptions = Object.freeze({
  isUserAnnotation: true,
  inputShapes: Object.freeze([])
});

/** Descriptions of slices from the arguments and stacks of a profile, requested in order of rows. */
export class SliceDescriptions {
  readonly #texts: TensorTexts;
  readonly #stackOf: (stack: number) => readonly string[];
  readonly #argRows: RowsOfSlices;
  readonly #stackRows: RowsOfSlices;

  constructor(private readonly profile: Profile) {
    this.#texts = new TensorTexts(profile.strings);
    this.#stackOf = stackTexts(profile);
    this.#argRows = new RowsOfSlices(profile.args.slice);
    this.#stackRows = new RowsOfSlices(profile.sliceStacks.slice);
  }

  /** The description of a slice, or undefined; rows must increase from call to call. */
  of(row: number): FunctionEventOptions | undefined {
    const options = this.#argsOf(row);
    const stack = this.#stackAt(row);
    return stack === undefined ? options : { ...options, stack };
  }

  /**
   * The description of a slice that the program named itself: its arguments are the program's, each an
   * input that is not a tensor.
   */
  ofAnnotation(row: number): FunctionEventOptions {
    const { args, strings } = this.profile;
    const inputShapes: InputShapes[number][] = [];
    for (let arg = this.#argRows.first(row); args.slice[arg] === row; arg++) {
      if (!OWN_ARGS.includes(strings[args.key[arg]])) inputShapes.push([]);
    }
    const annotation = inputShapes.length === 0 ? ANNOTATION : { ...ANNOTATION, inputShapes };
    const stack = this.#stackAt(row);
    return stack === undefined ? annotation : { ...annotation, stack };
  }

  #argsOf(row: number): FunctionEventOptions | undefined {
    const { args } = this.profile;
    const first = this.#argRows.first(row);
    if (args.slice[first] !== row) return undefined;
    const options: Writable = {};
    for (let arg = first; args.slice[arg] === row; arg++) this.#read(arg, options);
    return options;
  }

  #read(arg: number, options: Writable): void {
    const { args, strings } = this.profile;
    const key = strings[args.key[arg]];
    const value = args.value[arg];
    const number = Object.hasOwn(NUMBERS, key) ? NUMBERS[key] : undefined;
    if (number && args.kind[arg] === ArgKind.number && isUsable(number, value)) {
      options[number] = value;
    } else if (key === INPUT_SHAPES_ARG && args.kind[arg] === ArgKind.string) {
      options.inputShapes = this.#texts.anyShapes(value);
    }
  }

  #stackAt(row: number): readonly string[] | undefined {
    const { sliceStacks } = this.profile;
    const at = this.#stackRows.first(row);
    return sliceStacks.slice[at] === row ? this.#stackOf(sliceStacks.stack[at]) : undefined;
  }
}

/** Profiles come from files as well: what an event would refuse is left out. */
function isUsable(name: string, value: number): boolean {
  if (name === 'cpuMemoryUsage') return Number.isFinite(value);
  return Number.isFinite(value) && value >= 0 && (name === 'flops' || Number.isInteger(value));
}
