import { enclosingOf, profileSteps, sliceDepths } from '../../../analysis';
import { allSelfTimes } from '../../../analysis/slices/labelTimes';
import { stepsOfSlices } from '../../../analysis/steps/stepTotals';
import { type Profile, ArgKind } from '../../../model/profile/profile';
import { type RowTable, type RowValues, column, computed, ROW_NUMBERS } from './rowTable';
import { wellFormed } from '../../../formats/shared/text/clipText';

/** The slices, with what is computed of them if a query reads it. */
export function sliceRows(profile: Profile): RowTable {
  const { slices, tracks } = profile;
  return {
    length: slices.length,
    columns: {
      id: ROW_NUMBERS,
      ts_ns: column('DOUBLE', slices.start),
      dur_ns: column('DOUBLE', slices.duration),
      self_ns: computed('DOUBLE', () => allSelfTimes(profile).map(ns => Math.max(0, ns))),
      label_id: column('INTEGER', slices.label),
      depth: computed('INTEGER', () => sliceDepths(slices, tracks.length)),
      parent_id: computed('INTEGER', () => enclosingOf(profile)),
      cause_id: column('INTEGER', slices.parent),
      step: computed('DOUBLE', () => stepNumbers(profile)),
      track_id: column('INTEGER', slices.track),
      stack_id: computed('INTEGER', () => stacksOf(profile)),
      args: computed('VARCHAR', () => argTexts(profile))
    }
  };
}

function stepNumbers(profile: Profile): Float64Array {
  const steps = profileSteps(profile);
  const stepOf = stepsOfSlices(profile, steps);
  const numbers = new Float64Array(stepOf.length);
  for (let row = 0; row < stepOf.length; row++) numbers[row] = steps[stepOf[row]]?.number ?? -1;
  return numbers;
}

function stacksOf({ slices, sliceStacks }: Profile): Int32Array {
  const stacks = new Int32Array(slices.length).fill(-1);
  for (let row = 0; row < sliceStacks.length; row++) {
    stacks[sliceStacks.slice[row]] = sliceStacks.stack[row];
  }
  return stacks;
}

/** The arguments of each slice as the text of a JSON object, with U+FFFD for lone surrogates; empty for none. */
function argTexts({ args, slices, strings }: Profile): RowValues {
  const first = firstRows(args.slice, args.length, slices.length);
  const valueOf = (row: number): number | string | boolean | null => {
    const value = args.value[row];
    if (args.kind[row] === ArgKind.string) return wellFormed(strings[value]);
    if (args.kind[row] === ArgKind.boolean) return value !== 0;
    return Number.isFinite(value) ? value : null;
  };
  return slice => {
    const [from, to] = [first[slice], first[slice + 1]];
    if (from === to) return '';
    const entries = Array.from({ length: to - from }, (_, at) => from + at).map(
      row => [wellFormed(strings[args.key[row]]), valueOf(row)] as const
    );
    return JSON.stringify(Object.fromEntries(entries));
  };
}

/** The first row of each slice in a list that is ordered by slice, and its length at the end. */
function firstRows(slice: Uint32Array, length: number, slices: number): Uint32Array {
  const first = new Uint32Array(slices + 1);
  for (let row = 0; row < length; row++) first[slice[row] + 1]++;
  for (let at = 0; at < slices; at++) first[at + 1] += first[at];
  return first;
}
