import { type Translator, UNTRANSLATED } from '../../base/translator';
import { OSR_REASON } from './deopts';

type Words = (trans: Translator) => string;

const changed: Words = trans =>
  trans.__('something changed that the code relied on, such as a prototype or a constant');
const noInteger: Words = trans => trans.__('a number was no integer of 32 bits');
const noNumber: Words = trans => trans.__('a value was not a number');

/** V8's reasons in plain words, those that are common. */
const REASONS: ReadonlyMap<string, Words> = new Map([
  ['wrong map', trans => trans.__('an object had a shape that V8 had not seen there before')],
  ['not a Smi', trans => trans.__('a value was not a small integer')],
  ['Smi', trans => trans.__('a value was a small integer, not an object')],
  ['lost precision', noInteger],
  ['lost precision or NaN', noInteger],
  ['NaN', trans => trans.__('a number was NaN')],
  ['minus zero', trans => trans.__('a result was −0')],
  ['overflow', trans => trans.__('a result was too large for a small integer')],
  ['division by zero', trans => trans.__('a number was divided by zero')],
  ['not a Number', noNumber],
  ['not a Number or Oddball', noNumber],
  ['not a heap number', noNumber],
  ['not a String', trans => trans.__('a value was not a string')],
  ['out of bounds', trans => trans.__('an index was outside of the array')],
  ['hole', trans => trans.__('an array had no element at an index')],
  ['wrong call target', trans => trans.__('another function was called than before')],
  ['wrong instance type', trans => trans.__('an object was of another kind than before')],
  ['wrong value', trans => trans.__('a value was another one than before')],
  ['wrong name', trans => trans.__('a property had another name than before')],
  ['dependency change', changed],
  ['(unknown)', changed],
  [OSR_REASON, trans => trans.__('V8 was about to optimize a loop further; no problem')]
]);

/** V8 tells for what: a call, a property, an operator. */
const FEEDBACK = 'Insufficient type feedback for ';

/** The meaning of one of V8's reasons for a deoptimization, in plain words; '' if it is none of the common ones. */
export function deoptMeaning(reason: string, trans: Translator = UNTRANSLATED): string {
  if (reason.startsWith(FEEDBACK)) return trans.__('code ran that had not run before');
  return REASONS.get(reason)?.(trans) ?? '';
}
