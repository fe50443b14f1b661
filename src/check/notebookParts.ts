import { evaluateBudgets } from '../analysis/budgets/evaluateBudgets';
import type { Budget } from '../base/budget';
import { messageOf } from '../base/errors';
import { type DecodedBundle, decodeBundle } from '../formats/bundle/decodeBundle';
import { PROFILE_MIME_TYPE } from '../model/output/bundle';
import { findMagic } from '../settings/magics/findMagic';
import type { MagicCommand } from '../settings/magics/magicTable';
import { MagicError } from '../settings/parse/magicErrors';
import { parseMagicLine } from '../settings/magics/parseMagic';
import { type Check, failedCheck, skippedCheck } from '../report/check';
import { inflateBounded } from '../engine/results/readWithin';
import type { BudgetSubject } from '../analysis/budgets/budgetSubject';
import { bundleSections } from '../formats/bundle/bundleSections';
import { type CheckedPart, type CheckedProfile, givenName } from './checkedProfile';
import { type CellError, type NotebookCell, readNotebook } from './notebookFile';

/** Cells with this tag are meant to fail, as nbconvert has it. */
const EXPECTED_ERROR_TAG = 'raises-exception';

const HAS_PROFILE = 'the cell has a profile';

/** Magics whose outputs are profiles of other cells. */
const SHOWING: ReadonlySet<string | undefined> = new Set([
  'profileShow',
  'profileLast',
  'profileLoad'
]);

/**
 * The parts to check of an executed notebook, in the order of its cells: every profile in an output,
 * each once, with the budgets of its cell; cells that failed; and cells with budgets that were not run.
 * A notebook without any of these is one part that failed.
 *
 * @throws NotebookFileError for a file that is not a notebook
 */
export async function notebookParts(file: string): Promise<CheckedPart[]> {
  const parts: CheckedPart[] = [];
  for (const cell of readNotebook(file)) {
    parts.push(...(await partsOf(cell, { file, place: cellName(cell) })));
  }
  if (parts.length > 0) return withoutRepeats(parts);
  const reason = 'no cell has one: run the notebook, with %%profile, before it is checked';
  const checks = [failedCheck('it has a profile', reason)];
  return [{ title: file, place: '', profile: null, checks }];
}

/**
 * A profile that is shown again counts where it is shown first; what its cell asks of it, and how that ended,
 * counts wherever it stands, unless the same was asked of it before.
 */
function withoutRepeats(parts: readonly CheckedPart[]): CheckedPart[] {
  const asked = new Map<string, Set<string>>();
  return parts.flatMap((part): CheckedPart[] => {
    const { profile, checks } = part;
    if (profile === null) return [part];
    const { id } = profile.subject.profile.meta;
    const known = asked.get(id);
    const before = known ?? new Set<string>();
    asked.set(id, before);
    const budgets = profile.budgets.filter(({ text }) => !before.has(text));
    for (const { text } of budgets) before.add(text);
    if (known === undefined) return [part];
    if (budgets.length === 0) {
      return checks.length > 0 ? [{ ...part, profile: null }] : [];
    }
    return [{ ...part, profile: { ...profile, budgets }, isShownAgain: true }];
  });
}

function cellName({ place, executionCount }: NotebookCell): string {
  return executionCount === null ? `cell ${place}` : `Cell [${executionCount}]`;
}

interface CellPlace {
  readonly file: string;
  readonly place: string;
}

async function partsOf(cell: NotebookCell, at: CellPlace): Promise<CheckedPart[]> {
  const { command, problem } = commandOf(cell.source);
  const budgets = ownBudgets(cell, command);
  const profiles = SHOWING.has(command?.command) ? [] : await profilesOf(cell, budgets, at);
  const found: FoundInCell = { command, problem, budgets, profiles };
  const checks = cellChecks(cell, found);
  const [first, ...rest] = profiles;
  if (profiles.length > 0) return [{ ...first, checks: [...checks, ...first.checks] }, ...rest];
  return checks.length > 0 ? [{ ...placed(at), profile: null, checks }] : [];
}

function placed({ file, place }: CellPlace): Pick<CheckedPart, 'title' | 'place'> {
  return { title: `${file}, ${place}`, place };
}

interface CellCommand {
  readonly command: MagicCommand | null;
  /** The problem with the magic; null for none. */
  readonly problem: string | null;
}

function commandOf(source: string): CellCommand {
  const magic = findMagic(source);
  if (magic?.name !== 'profile') return { command: null, problem: null };
  try {
    return { command: parseMagicLine(magic), problem: null };
  } catch (error) {
    if (!(error instanceof MagicError)) throw error;
    return { command: null, problem: error.message.split('\n')[0] };
  }
}

/** A cell that is meant to fail may miss its budgets. */
function ownBudgets({ tags }: NotebookCell, command: MagicCommand | null): readonly Budget[] {
  if (command?.command !== 'profileCell' || tags.includes(EXPECTED_ERROR_TAG)) return [];
  return command.options.budgets;
}

interface FoundInCell extends CellCommand {
  readonly budgets: readonly Budget[];
  readonly profiles: readonly CheckedPart[];
}

/** The problems of the cell itself. */
function cellChecks(cell: NotebookCell, found: FoundInCell): Check[] {
  const { problem, budgets, profiles } = found;
  const error = errorOf(cell);
  if (error !== null) return isToldByBudgets(error, found) ? [] : [errorCheck(error)];
  if (problem !== null) return [failedCheck('its magic can be read', problem)];
  return budgets.length > 0 && profiles.length === 0 ? [absence(cell, found)] : [];
}

/** The error that a cell ended with, unless it was meant to. */
function errorOf({ outputs, tags }: NotebookCell): CellError | null {
  if (tags.includes(EXPECTED_ERROR_TAG)) return null;
  return outputs.find(({ error }) => error !== null)?.error ?? null;
}

function errorCheck({ ename, evalue }: CellError): Check {
  return failedCheck('the cell ran without an error', `${ename}: ${evalue}`);
}

/** Whether the budgets, which are checked again, are missed again, so that the error tells nothing new. */
function isToldByBudgets({ ename }: CellError, { budgets, profiles }: FoundInCell): boolean {
  if (ename !== 'BudgetError') return false;
  const outcomes = profiles.flatMap(({ profile }) =>
    profile === null ? [] : evaluateBudgets(profile.subject, budgets)
  );
  return outcomes.some(({ isMet }) => !isMet);
}

/** A cell that has budgets, did not fail, and shows no profile. */
function absence({ executionCount }: NotebookCell, { command }: FoundInCell): Check {
  const isQuiet = command?.command === 'profileCell' && command.options.quiet;
  if (executionCount === null) return failedCheck(HAS_PROFILE, 'it was not run');
  if (!isQuiet) return failedCheck(HAS_PROFILE, 'its output has none: run it again');
  return skippedCheck(HAS_PROFILE, 'it is quiet; its budgets were met when it ran');
}

async function profilesOf(
  { outputs }: NotebookCell,
  budgets: readonly Budget[],
  at: CellPlace
): Promise<CheckedPart[]> {
  const parts: CheckedPart[] = [];
  for (const { data } of outputs) {
    if (PROFILE_MIME_TYPE in data) {
      parts.push(await partOf(data[PROFILE_MIME_TYPE], budgets, at));
    }
  }
  return parts;
}

async function partOf(
  data: unknown,
  budgets: readonly Budget[],
  at: CellPlace
): Promise<CheckedPart> {
  const { title, place } = placed(at);
  try {
    const profile = await decoded(data, budgets);
    const named = profile.name === null ? title : `${title} ${profile.name}`;
    return { title: named, place, profile, checks: [] };
  } catch (error) {
    return { title, place, profile: null, checks: [failedCheck(HAS_PROFILE, messageOf(error))] };
  }
}

async function decoded(data: unknown, budgets: readonly Budget[]): Promise<CheckedProfile> {
  const value: unknown = typeof data === 'string' ? JSON.parse(data) : data;
  const bundle = await decodeBundle(value, { inflate: inflateBounded });
  const { summary } = bundle.bundle;
  return { name: givenName(summary), subject: bundleSubject(bundle), summary, budgets };
}

/** The profile in a notebook output, for checking against budgets. */
export function bundleSubject({ bundle, profile }: DecodedBundle): BudgetSubject {
  const sections = bundleSections(bundle);
  const isPartial = bundle.overview.partial;
  return { profile, sections, isPartial, hiddenRows: bundle.hiddenRows, areNamesCut: true };
}
