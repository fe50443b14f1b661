import type { AverageOptions } from '../../analysis/events/averages';
import { EventOptionError } from '../../analysis/events/eventErrors';
import type { EitherCase } from '../../base/snakeCase';
import { shown } from '../../base/text';
import { readOptionNames } from '../../report/autograd/tableOptions';
import { argumentsByPosition } from '../arguments/readCall';

/** The arguments of `keyAverages`: options by name, or by position as in PyTorch. */
export type AverageArguments =
  [options?: EitherCase<AverageOptions>] | [groupByInputShape: boolean, groupByStackN?: number];

const NAMES: readonly (keyof AverageOptions)[] = ['groupByInputShape', 'groupByStackN'];

/** @throws EventOptionError for options and values that do not exist; TooManyArgumentsError */
export function readAverageArguments(given: AverageArguments): AverageOptions {
  const byName = argumentsByPosition('keyAverages', NAMES, given);
  const read: AverageOptions = readOptionNames('keyAverages', byName, NAMES);
  const { groupByInputShape = false, groupByStackN = 0 } = read;
  if (typeof groupByInputShape !== 'boolean') {
    throw new EventOptionError(
      `groupByInputShape takes true or false, not ${shown(groupByInputShape)}`
    );
  }
  if (!Number.isSafeInteger(groupByStackN) || groupByStackN < 0) {
    throw new EventOptionError(
      `groupByStackN takes a whole number from 0 on, not ${shown(groupByStackN)}`
    );
  }
  return read;
}
