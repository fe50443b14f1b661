import type { OperatorFilter } from '../../analysis/operatorRecords/operatorFilter';
import { hasUnknownTypes } from '../../analysis/operatorRecords/operatorFilter';
import type { ProfiledOperator } from '../../analysis/operatorRecords/profiledOperator';
import type { EndKey } from '../../analysis/operatorRecords/selectRecords';

/** What of a query may find less in a file than the file's operators let one expect. */
export interface NotedQuery {
  readonly inputType: OperatorFilter['inputType'];
  readonly endKey: EndKey;
}

/** Sentences on what was not recorded but is asked for; none where all is there. */
export function analyzeNotes(
  operators: readonly ProfiledOperator[],
  { inputType, endKey }: NotedQuery
): string[] {
  const notes: string[] = [];
  if (inputType !== null && operators.some(hasUnknownTypes)) {
    notes.push(
      'element types of some inputs were not recorded: ' +
        `those whose elements have the size of ${inputType} pass for it`
    );
  }
  if (endKey === 'kern' && operators.length > 0 && !operators.some(knowsWaits)) {
    notes.push('it was not recorded when waits ended: there is nothing up to kern');
  }
  return notes;
}

function knowsWaits({ device, host }: ProfiledOperator): boolean {
  return [...device, ...host].some(({ kernS }) => kernS !== null);
}
