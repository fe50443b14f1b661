import { elementBytes } from './operatorTraffic';
import { elementsOf } from './products';
import type { ProfiledOperator } from './operatorRecord';

/** Conditions on operators; null or empty for no condition. */
export interface OperatorFilter {
  /** Types, of which an operator needs one. */
  readonly types: readonly string[];
  /** Must match the beginning of the name. */
  readonly name: RegExp | null;
  /** Element type that one of the inputs needs, letter by letter. */
  readonly inputType: string | null;
}

/** The operators that pass a filter, in their order. */
export function filterOperators(
  operators: readonly ProfiledOperator[],
  { types, name, inputType }: OperatorFilter
): readonly ProfiledOperator[] {
  const wanted = new Set(types);
  const fromStart =
    name && new RegExp(name.source, name.flags.includes('y') ? name.flags : `${name.flags}y`);
  return operators.filter(operator => {
    if (wanted.size > 0 && !wanted.has(operator.type)) return false;
    if (fromStart && !matchesStart(fromStart, operator.name)) return false;
    return inputType === null || readsType(operator, inputType);
  });
}

function matchesStart(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/**
 * True if an input has that element type. Types are missing where memory was allocated while a graph
 * ran; then an input may have any type whose element size fits the operator's bytes.
 */
function readsType(operator: ProfiledOperator, type: string): boolean {
  if (operator.inTypes.includes(type)) return true;
  if (!hasUnknownTypes(operator)) return false;
  const size = bytesOfElement(operator);
  return size !== null && size === elementBytes(type);
}

/** True if the type of an input is not recorded. */
export function hasUnknownTypes(operator: ProfiledOperator): boolean {
  return operator.inTypes.includes(null);
}

/**
 * Bytes per element of inputs and outputs; null if there are no elements. A shape without axes
 * counts as none.
 */
function bytesOfElement({ memory, inShapes, outShapes }: ProfiledOperator): number | null {
  if (memory === null || typeof inShapes === 'string' || typeof outShapes === 'string') return null;
  const shapes = [...inShapes, ...outShapes].filter(shape => shape.length > 0);
  const elements = shapes.reduce((sum, shape) => sum + elementsOf(shape), 0);
  return elements === 0 ? null : memory / elements;
}
