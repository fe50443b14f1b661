import { wellFormed } from '../../../formats/shared/text/wellFormed';
import type { Profile } from '../../../model/profile/profile';
import { ArgKind } from '../../../model/profile/profile';
import type { RowValues } from './rowTable';

/** The arguments of each slice as the text of a JSON object, with U+FFFD for lone surrogates; empty for none. */
export function argTexts({ args, slices, strings }: Profile): RowValues {
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
