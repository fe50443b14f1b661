import type { DiffRow } from '../../analysis';
import { diffSections } from '../../analysis';
import { diffTable } from '../../report';
import { diffTables } from '../../report/diffTable';
import { tableHtml } from '../../formats/html/tableHtml';
import type { ResultDisplay } from '../../model/output/resultDisplay';
import { displayKey } from '../../model/output/resultDisplay';
import { KernelscopeError } from '../../base/errors';
import type { FinishedProfile } from '../results/finishedProfile';
import type { ProfileHistory } from '../results/profileHistory';
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
  if (profile !== undefined) return profile;
  const names = history.list().map(({ name }) => name);
  throw new ProfileNotFoundError(compared, names);
}

/** The changes from one profile to another. */
export class ProfileDiff {
  /** One row for each category and name of either profile, the greatest change first. */
  readonly rows: readonly DiffRow[];

  constructor(
    readonly before: FinishedProfile,
    readonly after: FinishedProfile
  ) {
    this.rows = diffSections(before.sections(), after.sections());
  }

  /** The row of one name, in `category` or the first one that has it. */
  find(name: string, category?: string): DiffRow | undefined {
    return this.rows.find(
      row => row.name === name && (category === undefined || row.category === category)
    );
  }

  /** The differences as a table of text. */
  toString(): string {
    return diffTable(this.rows, { before: this.before.name, after: this.after.name });
  }

  /** The output of `console.log`: `toString()`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }

  /** The last line of a cell: the tables. */
  [displayKey()](): ResultDisplay {
    const head = `What changed from ${this.before.name} to ${this.after.name}`;
    return { html: tableHtml(diffTables(this.rows), { head }), text: this.toString() };
  }
}
