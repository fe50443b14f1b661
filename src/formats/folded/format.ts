import type { ProfileFormat } from '../shared/format';
import { hasCpuSamples } from '../shared/rows/callPath';
import type { FileStart } from '../shared/imported/fileStart';
import { FOLDED_LINE, NO_STACKS, readFolded } from './read';
import { encodeFolded } from './write';

/** Folded stacks, https://github.com/brendangregg/FlameGraph. */
export const FOLDED: ProfileFormat = {
  id: 'folded',
  title: trans => trans.__('Folded stacks'),
  mediaType: 'text/plain;charset=utf-8',
  endings: [{ ending: '.folded', help: 'folded stacks, a line for each' }],
  write: {
    encode: ({ profile }) => encodeFolded(profile),
    contents: (profile, trans) =>
      profile === null || hasCpuSamples(profile)
        ? trans.__('CPU time of every stack as lines for flame graph scripts')
        : trans.__('Slices as lines for flame graph scripts; there are no CPU samples')
  },
  read: {
    from: 'bytes',
    name: 'a file of folded stacks',
    recognise: start => foldedMatch(start),
    decode: (bytes, { facts, scripts }) => readFolded(bytes, facts, scripts)
  }
};

/** Lines of a text that are looked at. */
const LINES = 20;

/** The beginning of JSON; a stack may begin with a name in brackets. */
const JSON_START = /^\s*(\{|\[\s*([[{"\]\d-]|$))/;

/** Certain if all first lines end in a number; some files begin with comments. */
function foldedMatch({ text }: FileStart): 'certain' | 'possible' | null {
  if (text === NO_STACKS) return 'certain';
  if (text === null || JSON_START.test(text)) return null;
  const lines = text.split(/\r?\n/).filter(line => line.trim() !== '');
  const looked = lines.slice(0, LINES);
  const found = looked.filter(line => FOLDED_LINE.test(line.trimEnd())).length;
  if (found === 0 || 2 * found < looked.length) return null;
  return found === looked.length ? 'certain' : 'possible';
}
