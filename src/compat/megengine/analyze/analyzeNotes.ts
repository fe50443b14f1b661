import {
  type OperatorFilter,
  hasUnknownTypes
} from '../../../analysis/operators/records/operatorFilter';
import type { ProfiledOperator } from '../../../analysis/operators/records/profiledOperator';
import type { ProfileOperators } from '../../../analysis/operators/records/profileOperators';
import type { EndKey } from '../../../analysis/operators/records/selectRecords';
import type { Profile } from '../../../model/profile/profile';

/** The parts of a query that may find less in a file than its operators suggest. */
export interface NotedQuery {
  readonly inputType: OperatorFilter['inputType'];
  readonly endKey: EndKey;
  /** Whether operators are compared with peaks. */
  readonly hasRoof: boolean;
}

/** Sentences about requested data that was not recorded; none if everything is there. */
export function analyzeNotes(
  operators: readonly ProfiledOperator[],
  { inputType, endKey }: NotedQuery
): string[] {
  const notes: string[] = [];
  if (inputType !== null && operators.some(hasUnknownTypes)) {
    notes.push(
      'element types of some inputs were not recorded: ' +
        `inputs whose elements have the size of ${inputType} count as ${inputType}`
    );
  }
  if (endKey === 'kern' && operators.length > 0 && !operators.some(knowsWaits)) {
    notes.push('the end of waits was not recorded: there are no times up to kern');
  }
  return notes;
}

function knowsWaits({ device, host }: ProfiledOperator): boolean {
  return [...device, ...host].some(({ kernS }) => kernS !== null);
}

/** Sentences on a profile that is not whole, or has no operators; none for any other. */
export function profileNotes({ meta, samples }: Profile, found: ProfileOperators): string[] {
  const notes = meta.truncated ? ['the file is cut off: this covers its complete part'] : [];
  if (found.operators.length === 0 && samples.length > 0) {
    notes.push('it has only CPU samples, no operators: `kernelscope show` prints them');
  } else if (found.operators.length === 0) notes.push('it has neither operators nor other slices');
  else if (found.of === 'slices') notes.push('it has no operators: every slice counts as one');
  return notes;
}
