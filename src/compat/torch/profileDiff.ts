import { type DiffRow, compareProfiles, diffSections } from '../../analysis';
import type { BundleComparison } from '../../model/output/comparison';
import { comparisonText } from '../../report';
import { type ResultDisplay, displayKey } from '../../model/output/resultDisplay';
import { KernelscopeError } from '../../base/errors';
import type { ProfileHistory } from '../../engine/results/profileHistory';
import { queryProfiles } from '../../engine/sql/queryProfiles';
import type { QueryRows } from '../../engine/sql/queryRows';
import type { RecordedProfile } from '../../engine/results/recordedProfile';
import { type FinishedProfile, finishedOf } from './finishedProfile';
import { ProfileSession } from './profileSession';

/** A profile, a finished session, or the name or id of a profile in memory; `'last'` is the newest. */
export type ComparedProfile = FinishedProfile | ProfileSession | string;

/** There is no profile with a name; the text lists the existing names. */
export class ProfileNotFoundError extends KernelscopeError {
  constructor(name: string, known: readonly string[]) {
    const list = known.length === 0 ? 'There is none yet.' : `In memory: ${known.join(', ')}.`;
    super(`There is no profile ${JSON.stringify(name)}. ${list}`);
  }
}

/** The profile that is meant. @throws ProfileNotFoundError, UnfinishedSessionError */
export function findCompared(history: ProfileHistory, compared: ComparedProfile): FinishedProfile {
  if (compared instanceof ProfileSession) return compared.finished;
  if (typeof compared !== 'string') return compared;
  const profile = compared === 'last' ? history.last : history.get(compared);
  if (profile !== undefined) return finishedOf(profile);
  const names = history.list().map(({ name }) => name);
  throw new ProfileNotFoundError(compared, names);
}

/** The changes from one profile to another. */
export class ProfileDiff {
  /** One row for each category and name of either profile, the greatest change first. */
  readonly rows: readonly DiffRow[];

  /** The profile that changes are counted from. */
  readonly before: FinishedProfile;
  /** The profile that changes lead to. */
  readonly after: FinishedProfile;

  constructor(before: RecordedProfile, after: RecordedProfile) {
    this.before = finishedOf(before);
    this.after = finishedOf(after);
    this.rows = diffSections(before.sections(), after.sections());
  }

  /** The row of one name, in `category` or the first one that has it. */
  find(name: string, category?: string): DiffRow | undefined {
    return this.rows.find(
      row => row.name === name && (category === undefined || row.category === category)
    );
  }

  /** Whole cell, names, lines and calls side by side. */
  compare(): BundleComparison {
    const [before, after] = [this.before, this.after].map(each => {
      return { profile: each.data, sections: each.sections() };
    });
    return compareProfiles(before, after);
  }

  /**
   * The rows of an SQL query over the views of both profiles: `a.slices` has those of `before`, `b.slices` those of
   * `after`. Otherwise like `FinishedProfile.sql`.
   *
   * @throws QueryError, PackageUnavailableError as that does.
   */
  sql(query: string): Promise<QueryRows> {
    return queryProfiles([this.before.data, this.after.data], query);
  }

  /** The differences as text: the verdict on the whole cell, then what changed the most. */
  toString(): string {
    return comparisonText(this.compare());
  }

  /** The output of `console.log`: `toString()`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }

  /** The last line of a cell: the profile with its comparison. */
  [displayKey()](): ResultDisplay {
    const [compared, profile] = [this.before.data, this.after.data];
    return { profile, compared, text: this.toString() };
  }
}
