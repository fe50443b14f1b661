import type { FindingTarget } from '../../model/output/findings';
import type { DeoptRow } from '../../model/profile/deopts';
import { OSR_REASON } from '../../model/profile/deopts';
import { packageOf } from '../stacks/packageOf';
import type { FindingContext, RankedFinding } from './findingContext';

/** Fewer at one line for one reason are usual: V8 learns from each. */
const MIN_COUNT = 5;

/** No time is known of it, so it comes after all that took some. */
const WEIGHT = 0.01;

const RUNTIME = 'node:';

/** The line of the user's own code that V8 gave up optimized code at most often for one reason. */
export function deopts({ profile }: FindingContext): readonly RankedFinding[] {
  const rows = profile.meta.deopts?.rows.filter(isRepeated) ?? [];
  const most = rows.reduce<DeoptRow | null>(
    (greatest, row) => (greatest === null || row.count > greatest.count ? row : greatest),
    null
  );
  if (most === null) return [];
  const { function: name, file, line, reason, count } = most;
  const target: FindingTarget =
    line > 0
      ? { view: 'source', selection: { type: 'line', file, line, costs: 'cpu' }, window: null }
      : { view: 'source', selection: null, window: null };
  const finding = {
    kind: 'deopts',
    ...{ share: null, low: null, high: null },
    facts: { function: name, file, line, reason, count },
    target
  } as const;
  return [{ finding, weight: WEIGHT }];
}

function isRepeated({ file, reason, count }: DeoptRow): boolean {
  const isOwn = file !== '' && packageOf(file) === null && !file.startsWith(RUNTIME);
  return isOwn && reason !== OSR_REASON && count >= MIN_COUNT;
}
