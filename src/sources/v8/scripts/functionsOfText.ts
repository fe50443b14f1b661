import { optimizingAsUsual } from '../lateOptimization';
import { readFunctions } from './readFunctions';
import { ScriptFunctions } from './scriptFunctions';

/** Larger scripts, which are bundles, are not parsed; UTF-16 units. */
const MOST_PARSED = 2 ** 20;

/** The functions of a script by its text; null if it is no JavaScript, or more than a bundle's worth. */
export function functionsOfText(text: string): ScriptFunctions | null {
  if (text.length > MOST_PARSED) return null;
  try {
    return new ScriptFunctions(optimizingAsUsual(() => readFunctions(text)));
  } catch {
    return null;
  }
}
