import {
  type EndWatcher,
  type RecordedProfile,
  savedFileText,
  withoutComments,
  profileSubject
} from 'kernelscope/host';
import type { OutputFile, ProfileOptions } from 'kernelscope/settings';
import { runTypeScript } from '../requests/cellRunner';
import type { CellOutcome } from '../cells/cellRun';
import { describeThrown } from '../tslab/failure';
import type { ActiveRecording, RunStatus } from './profilingHost';
import { CellProgress } from './cellProgress';
import { findProfile } from './findProfile';
import { magicFailure } from './magicFailure';
import type { MagicSession } from './magicSession';
import { repeatedly } from './repeatedly';
import { showLightly, showProfile, showText } from './showProfile';
import { evaluateBudgets } from 'kernelscope/analysis';
import { budgetLine, missedBudgetsText } from 'kernelscope/report';

/** A cell to run under the profiler; `source` is the code to execute, without the magic. */
export interface ProfiledCell {
  readonly source: string;
  /** The cell as the user wrote it. */
  readonly written: string;
  readonly number: number;
  readonly name: string | null;
  readonly options: ProfileOptions;
  /** Id of the cell in its notebook, where the client sends one. */
  readonly cellId: string | undefined;
  /** True for a light recording, whose profile is shown as one line. */
  readonly isLight?: true;
}

const STATUS_BY_ERROR: Readonly<Record<string, RunStatus>> = {
  KeyboardInterrupt: 'interrupted',
  ProcessExit: 'exited'
};

function statusOf(outcome: CellOutcome): RunStatus {
  return outcome.status === 'ok' ? 'complete' : (STATUS_BY_ERROR[outcome.failure.ename] ?? 'error');
}

/** The recording of one cell: none when the cell never ran, or when the profiler failed to start. */
class CellRecording {
  #active: ActiveRecording | null = null;
  /** The error of the profiler. */
  problem: unknown = null;

  start(begin: () => ActiveRecording): void {
    if (this.#active !== null || this.problem !== null) {
      return;
    }
    try {
      this.#active = begin();
    } catch (error) {
      this.problem = error;
    }
  }

  /** Begins one repetition; the result ends it. */
  beginRepetition(number: number): () => void {
    return this.#active?.beginRepetition(number) ?? (() => undefined);
  }

  /** Takes the time at which the recorded window ends. */
  leave(): void {
    this.#active?.leave();
  }

  end(): void {
    this.#active?.end();
  }

  async finish(status: RunStatus, watcher: EndWatcher): Promise<RecordedProfile | null> {
    try {
      return (await this.#active?.finish(status, watcher)) ?? null;
    } catch (error) {
      this.problem = error;
      return null;
    }
  }
}

/**
 * Writes the requested files and, unless the cell is quiet, prints one line for each with the data that
 * its format left out. Returns the first failure, after all files were tried.
 */
function writeOutputs(
  { display }: MagicSession,
  profile: RecordedProfile,
  { outputs, quiet }: ProfileOptions
): CellOutcome | null {
  const lines: string[] = [];
  const write = ({ path }: OutputFile): CellOutcome | null => {
    try {
      lines.push(savedFileText(profile.save(path)));
      return null;
    } catch (error) {
      return magicFailure(error);
    }
  };
  const failures = outputs.map(write).filter(failure => failure !== null);
  if (lines.length > 0 && !quiet) showText(display, lines.join('\n'));
  return failures[0] ?? null;
}

/**
 * Runs a cell under the profiler and shows the profile, partial when the cell did not end well. The
 * outcome is that of the cell; a cell that ran well is an error where its files could not be written or
 * a budget was missed.
 * @throws {KernelscopeError} before the cell runs, when the profile to compare with is not there
 */
export async function profileCell(session: MagicSession, cell: ProfiledCell): Promise<CellOutcome> {
  const progress = new CellProgress(session, cell);
  try {
    return await runProfiled(session, cell, progress);
  } finally {
    progress.end();
  }
}

async function runProfiled(
  session: MagicSession,
  cell: ProfiledCell,
  progress: CellProgress
): Promise<CellOutcome> {
  const { host } = session;
  const { name, options, number } = cell;
  const compared = options.compare === null ? null : findProfile(session, options.compare);
  const recording = new CellRecording();
  const start = (): void =>
    recording.start(() => {
      const recorded = { name, options, number, source: cell.written };
      return progress.begin(host.start({ ...recorded, onSnapshot: () => progress.takeSnapshot() }));
    });
  const drive = repeatedly(session, options, {
    start,
    beginRepetition: number => recording.beginRepetition(number),
    leave: () => recording.leave(),
    end: () => recording.end()
  });
  const outcome = await runTypeScript(session, cell, drive);
  recording.end();
  progress.prepare();
  const profile = await recording.finish(statusOf(outcome), {
    waiting: () => progress.wait(),
    isCutOff: session.isInterrupted
  });
  if (profile === null) {
    const isEmpty = withoutComments(cell.source).trim() === '' && !options.quiet && !cell.isLight;
    reportMissing(session, recording.problem, isEmpty ? 'it has no code.' : null);
    return outcome;
  }
  if (!options.quiet) {
    if (cell.isLight) showLightly(session, profile);
    else showProfile(session, profile, options, { cellId: cell.cellId, compared });
  }
  const written = writeOutputs(session, profile, options);
  if (outcome.status !== 'ok') return outcome;
  return checkBudgets(session, profile, options, written) ?? outcome;
}

/** Says why there is no profile: the error of the profiler, else `reason`, if there is one. */
function reportMissing({ display }: MagicSession, problem: unknown, reason: string | null): void {
  const why = problem === null ? reason : `the profiler failed: ${describeThrown(problem).evalue}`;
  if (why !== null) showText(display, `There is no profile of this cell, because ${why}`);
}

/**
 * Checks the profile of a successful cell against its budgets. Budgets that are met are listed below
 * the profile, unless the cell is quiet; a missed one is an error of the cell, which keeps everything
 * it has done.
 *
 * @returns the failure of the cell: the missed budgets and, if there is one, `earlier`; null for none
 */
function checkBudgets(
  { display }: MagicSession,
  profile: RecordedProfile,
  { budgets, quiet }: ProfileOptions,
  earlier: CellOutcome | null
): CellOutcome | null {
  if (budgets.length === 0) return earlier;
  const outcomes = evaluateBudgets(profileSubject(profile), budgets);
  const lines = outcomes.map(budgetLine);
  if (outcomes.every(({ isMet }) => isMet)) {
    if (!quiet) showText(display, lines.join('\n'));
    return earlier;
  }
  const ename = 'BudgetError';
  const evalue = missedBudgetsText(outcomes);
  const missed = outcomes.filter(({ isMet }) => !isMet).length;
  const head = `${ename}: ${missed} of ${outcomes.length} budgets missed`;
  const unwritten = earlier?.status === 'error' ? earlier.failure.traceback : [];
  const traceback = [head, ...lines, ...unwritten];
  return { status: 'error', failure: { ename, evalue, traceback } };
}
