import type { ScriptFunctions } from '../../src/sources/v8/scripts/scriptFunctions';
import { functionsOfText } from '../../src/sources/v8/scripts/functionsOfText';

/** A script of the user's with functions that V8 may inline: `deepest` in `inner` in `outer`. */
export const INLINED_SCRIPT = '/p/main.js';

const TEXT = `function outer(list) {
  let sum = 0;
  for (const each of list) sum += inner(each);
  sum += inner(0);
  if (sum < 0) console.log(sum);
  return sum;
}
function inner(x) {
  return deepest(x) + 1;
}
function deepest(x) {
  return x * 2;
}
outer([1]);`;

/** Its functions, and null for all other scripts. */
export function inlinedFunctions(script: string): ScriptFunctions | null {
  return script === INLINED_SCRIPT ? functionsOfText(TEXT) : null;
}
