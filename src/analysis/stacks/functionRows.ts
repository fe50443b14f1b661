import { oncePer } from '../../base/oncePer';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import type { Profile } from '../../model/profile/profile';

/**
 * For each row of frames the first one of the same function: threads and processes have rows of their own, and so have
 * the pieces in which the top level of a file is compiled.
 */
export const functionRows = oncePer(findFunctionRows);

function findFunctionRows({ frames, strings }: Pick<Profile, 'frames' | 'strings'>): Int32Array {
  const { name, file, line, column } = frames;
  const first = new Map<string, number>();
  return Int32Array.from(name, (each, row) => {
    const isTop = strings[each] === TOP_LEVEL;
    const key = `${each} ${file[row]} ${isTop ? '' : `${line[row]} ${column[row]}`}`;
    const known = first.get(key) ?? row;
    first.set(key, known);
    return known;
  });
}
