import {
  type LineCode,
  listMagics,
  magicHelp,
  type MagicCommand,
  removeMagic
} from 'kernelscope/settings';
import { queryProfiles } from 'kernelscope/host';
import type { CellOutcome, CellSource } from '../cells/cellRun';
import { askForDisplay } from '../requests/displayMethod';
import type { CellRequest } from '../requests/executeRequest';
import { findProfile } from './findProfile';
import { magicCode, runRest } from './lineCode';
import type { MagicSession } from './magicSession';
import { profileCell } from './profileCell';
import {
  configure,
  diffProfiles,
  listProfiles,
  loadAndShow,
  profileEveryCell,
  profileNothing,
  saveProfile,
  showAgain
} from './profileCommands';
import { runShell } from './runShell';
import { showText } from './showProfile';
import { timeCell, timeitCell } from './timeCell';
import { noteRecorded, tryCell } from './tryCell';

type CommandName = MagicCommand['command'];

type CommandOf<Name extends CommandName> = Extract<MagicCommand, { readonly command: Name }>;

/** Carries out a command at the top of a cell, and runs what is left of the cell. @throws {KernelscopeError} */
export type Runner<Command> = (
  session: MagicSession,
  request: CellRequest,
  command: Command
) => CellOutcome | Promise<CellOutcome>;

/** The function that runs each command of a magic. */
export const RUNNERS: { readonly [Name in CommandName]: Runner<CommandOf<Name>> } = {
  profileCell: runWhole,
  profileExpression: runExpression,
  profileOn: beforeRest(profileEveryCell),
  profileOff: beforeRest(profileNothing),
  profileLast: beforeRest((session, { name }) => showAgain(session, name ?? 'last')),
  profileShow: beforeRest((session, { name }) => showAgain(session, name)),
  profileList: beforeRest(listProfiles),
  profileSave: beforeRest((session, { name, file }) => saveProfile(session, name, file)),
  profileLoad: beforeRest((session, { path }) => loadAndShow(session, path)),
  profileDiff: beforeRest((session, { before, after }) => diffProfiles(session, before, after)),
  profileDoctor: beforeRest(session => showText(session.display, session.host.doctor())),
  profileConfig: beforeRest((session, { changes }) => configure(session, changes)),
  profileSql,
  shell: (session, request, { script }) => runShell(session, request, script),
  time: (session, request, { code }) =>
    timed(session, request, code, cell => timeCell(session, cell)),
  timeit: (session, request, { code, options }) =>
    timed(session, request, code, cell => timeitCell(session, cell, options)),
  listMagics: beforeRest(session => showText(session.display, listMagics())),
  help(session, _request, { magic }) {
    showText(session.display, magicHelp(magic));
    return { status: 'ok' };
  }
};

/** The runner of a line that runs no code of its own. */
function beforeRest<Command>(
  act: (session: MagicSession, command: Command) => void
): Runner<Command> {
  return (session, request, command) => {
    act(session, command);
    return runRest(session, request);
  };
}

async function runWhole(
  session: MagicSession,
  { source: written, ...request }: CellRequest,
  { name, options }: CommandOf<'profileCell'>
): Promise<CellOutcome> {
  const source = removeMagic(written);
  if (options.trial) return tryCell(session, { ...request, source, options });
  const cell = { ...request, source, written, name, options };
  const outcome = await profileCell(session, cell);
  if (outcome.status === 'ok') noteRecorded(session, cell);
  return outcome;
}

async function runExpression(
  session: MagicSession,
  request: CellRequest,
  { options, expression: text, start }: CommandOf<'profileExpression'>
): Promise<CellOutcome> {
  const { source: written, number, cellId } = request;
  const source = magicCode(request, { text, start });
  const cell = { source, written, number, name: null, options, cellId };
  const outcome = await profileCell(session, cell);
  return outcome.status === 'ok' ? runRest(session, request) : outcome;
}

async function timed(
  session: MagicSession,
  request: CellRequest,
  code: LineCode | null,
  time: (cell: CellSource) => Promise<CellOutcome>
): Promise<CellOutcome> {
  const outcome = await time({ source: magicCode(request, code), number: request.number });
  const isDone = code === null || outcome.status === 'error';
  return isDone ? outcome : runRest(session, request);
}

/**
 * `%%profile_sql [A [B]]`: shows the rows of the query below, over the newest profile, or the one or two of these names
 * or files.
 *
 * @throws {KernelscopeError} for a profile that is not there, and a query that cannot be answered
 */
async function profileSql(
  session: MagicSession,
  { source }: CellRequest,
  { profiles: names }: CommandOf<'profileSql'>
): Promise<CellOutcome> {
  const [first = 'last', second] = names;
  const { data } = findProfile(session, first);
  const query = removeMagic(source);
  const rows =
    second === undefined
      ? await queryProfiles([data], query)
      : await queryProfiles([data, findProfile(session, second).data], query);
  const { display } = askForDisplay(rows);
  if (display === null) showText(session.display, rows.table());
  else session.showResult(display);
  return { status: 'ok' };
}
