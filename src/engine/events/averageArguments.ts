import type { AverageOptions } from '../../analysis/events/averages';
import { EventOptionError } from '../../analysis/events/eventErrors';
import type { EitherCase } from '../../base/snakeCase';
import { shown } from '../../base/text';
import { readOptionNames } from '../../report/autograd/tableOptions';
import { argumentsByPosition } from '../arguments/readCall';

/** The arguments of `keyAverages`: options by name, or by position as in PyTorch. */
export type AverageArguments =
  | [options?: EitherCase<AverageOptions>]
  | [groupByInputShape: boolean, groupByStackN?: number];

/** By position, as in PyTorch, whose third argument is another. */
const POSITIONS: readonly (keyof AverageOptions)[] = ['groupByInputShape', 'groupByStackN'];
const NAMES: readonly (keyof AverageOptions)[] = [...POSITIONS, 'groupByDeviceType'];

/** @throws EventOptionError for options and values that do not exist; TooManyArgumentsError */
export function readAverageArguments(given: AverageArguments): AverageOptions {
  const byName = argumentsByPosition('keyAverages', POSITIONS, given);
  const read: AverageOptions = readOptionNames('keyAverages', byName, NAMES);
  const { groupByInputShape = false, groupByStackN = 0, groupByDeviceType = false } = read;
  for (const [name, value] of Object.entries({ groupByInputShape, groupByDeviceType })) {
    if (typeof value === 'boolean') continue;
    throw new EventOptionError(`${name} must be true or false, got ${shown(value)}`);
  }
  if (!Number.isSafeInteger(groupByStackN) || groupByStackN < 0) {
    throw new EventOptionError(
      `groupByStackN must be a whole number from 0 on, got ${shown(groupByStackN)}`
    );
  }
  return read;
}
