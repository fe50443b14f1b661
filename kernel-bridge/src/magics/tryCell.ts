import { medianChange } from 'kernelscope/analysis';
import { verdictSentence } from 'kernelscope/report';
import { removeMagic } from 'kernelscope/settings';
import type { CellOutcome, CellSource } from '../cells/cellRun';
import type { CellCode } from '../cells/executor';
import { runTypeScript } from '../requests/cellRunner';
import { HeldOutputs } from '../requests/heldOutputs';
import { findProfile } from './findProfile';
import { MagicRequestError } from './magicFailure';
import type { MagicSession } from './magicSession';
import type { ProfiledCell } from './profileCell';
import { showText } from './showProfile';
import { Stopwatch } from './timeCell';

/** Both versions run so often at least, unless that takes longer than {@link LONGEST_NS}; and at most. */
const LEAST_PAIRS = 5;
const MOST_PAIRS = 200;

/** Fewer pairs have no interval. */
const PAIRS_OF_INTERVAL = 2;

/** After that, no more runs begin. */
const LONGEST_NS = 30_000_000_000;

/** An interval that reaches so far to either side is narrow enough, as a share of the time before. */
const NARROW = 0.05;

const EARLIER_FAILS = 'The cell as it was recorded before fails.';

/** What {@link tryCell} has to know of a cell. */
type TriedCell = Pick<ProfiledCell, 'source' | 'number' | 'cellId' | 'options'>;

/** Notes the code of a cell that was recorded, for a later `--try`. */
export function noteRecorded(
  { recordedSources }: MagicSession,
  { cellId = '', source }: Pick<TriedCell, 'cellId' | 'source'>
): void {
  recordedSources.set(cellId, source);
}

/**
 * Runs a cell against the same cell as it was recorded before, in turns, and shows by how much it is faster or slower.
 * Each run is one of the whole cell, as the user would run it: its code is compiled, and V8 has optimised nothing of it
 * yet. Which version begins changes from pair to pair, since each may leave work, such as collecting its garbage, to the
 * next. The last run is one of the cell as it is, whose outputs are shown and whose variables stay.
 *
 * @throws {MagicRequestError} before anything runs, where there is no earlier version or the same one
 */
export async function tryCell(session: MagicSession, cell: TriedCell): Promise<CellOutcome> {
  const { number, options } = cell;
  const before: Version = { source: earlierSource(session, cell), number, timesNs: [] };
  const after: Version = { source: cell.source, number, timesNs: [] };
  const untilNs = session.clock() + BigInt(LONGEST_NS);
  do {
    const failed = await runPair(session, before, after);
    if (failed !== null) return failed;
  } while (wantsMore(before, after, { repeat: options.repeat, isLate: session.clock() > untilNs }));
  showText(session.display, verdictText(before, after));
  return runTypeScript(session, cell);
}

/** One of the two versions of a cell. */
interface Version extends CellSource {
  readonly timesNs: number[];
}

function earlierSource(session: MagicSession, { cellId = '', source, options }: TriedCell): string {
  const { compare } = options;
  const earlier =
    compare === null
      ? session.recordedSources.get(cellId)
      : findProfile(session, compare).data.meta.cell?.source;
  if (earlier === undefined) {
    throw new MagicRequestError(
      compare === null
        ? 'This cell was not recorded before. Run it under %%profile, edit it, and try it then.'
        : `The profile ${JSON.stringify(compare)} is not of a cell.`
    );
  }
  const code = removeMagic(earlier);
  if (code.trim() === source.trim()) {
    throw new MagicRequestError(
      'The cell is the same as it was when it was recorded. Edit it, and try it then.'
    );
  }
  return code;
}

/** Runs both versions once; the outcome of the one that fails, null if none does. */
async function runPair(
  session: MagicSession,
  before: Version,
  after: Version
): Promise<CellOutcome | null> {
  const order = before.timesNs.length % 2 === 0 ? [before, after] : [after, before];
  for (const version of order) {
    const outcome = await runTimed(session, version);
    if (outcome.status === 'ok') continue;
    if (version === before) showText(session.display, EARLIER_FAILS);
    return outcome;
  }
  return null;
}

/** Runs a version once; its outputs are shown only where it fails. */
async function runTimed(session: MagicSession, version: Version): Promise<CellOutcome> {
  const { executor, context, display, clock } = session;
  const watch = new Stopwatch(clock);
  const held = new HeldOutputs();
  const drive = async ({ run }: CellCode): Promise<void> => void (await run(watch));
  const outcome = await context.hold(held, () => executor.execute(version, drive));
  if (outcome.status === 'error') {
    display.release(held);
    return outcome;
  }
  display.drop(held);
  if (watch.times === null) throw new MagicRequestError('There is nothing to try: no code.');
  version.timesNs.push(Math.max(1, watch.times.wallNs));
  return outcome;
}

function wantsMore(
  before: Version,
  after: Version,
  { repeat, isLate }: { readonly repeat: number; readonly isLate: boolean }
): boolean {
  const pairs = before.timesNs.length;
  if (repeat > 1) return pairs < repeat;
  if (pairs < PAIRS_OF_INTERVAL) return true;
  if (isLate || pairs >= MOST_PAIRS) return false;
  if (pairs < LEAST_PAIRS) return true;
  const { low, high } = medianChange(before.timesNs, after.timesNs);
  return high - low > 2 * NARROW;
}

function verdictText(before: Version, after: Version): string {
  const sentence = verdictSentence({
    before: { runs: before.timesNs.length },
    after: { runs: after.timesNs.length },
    whole: medianChange(before.timesNs, after.timesNs)
  });
  return `Against the cell as it was recorded before: ${sentence}`;
}
