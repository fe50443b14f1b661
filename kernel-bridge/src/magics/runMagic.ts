import {
  type Magic,
  type MagicCommand,
  listMagics,
  magicHelp,
  parseMagicLine,
  removeMagic
} from 'kernelscope/settings';
import type { CellRequest } from '../requests/executeRequest';
import type { CellOutcome } from '../cells/cellRun';
import { magicFailure } from './magicFailure';
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
import { showText } from './showProfile';
import { runShell } from './runShell';
import { timeCell } from './timeCell';
import { timeitCell } from './timeitCell';
import { noteRecorded, tryCell } from './tryCell';
import { queryProfiles } from 'kernelscope/host';
import { askForDisplay } from '../requests/displayMethod';
import { findProfile } from './findProfile';

type CodeCommand = Extract<
  MagicCommand,
  {
    readonly command:
      | 'shell'
      | 'profileCell'
      | 'profileExpression'
      | 'profileSql'
      | 'time'
      | 'timeit';
  }
>;

type LineCommand = Exclude<MagicCommand, CodeCommand>;

type TimeCommand = Extract<MagicCommand, { readonly command: 'time' | 'timeit' }>;

/** Carries out a magic that runs no code. @throws {KernelscopeError} */
function obey(session: MagicSession, command: LineCommand): void {
  switch (command.command) {
    case 'help':
      return showText(session.display, magicHelp(command.magic));
    case 'listMagics':
      return showText(session.display, listMagics());
    case 'profileOn':
      return profileEveryCell(session);
    case 'profileOff':
      return profileNothing(session);
    case 'profileLast':
      return showAgain(session, command.name ?? 'last');
    case 'profileShow':
      return showAgain(session, command.name);
    case 'profileList':
      return listProfiles(session);
    case 'profileSave':
      return saveProfile(session, command.name, command.file);
    case 'profileLoad':
      return loadAndShow(session, command.path);
    case 'profileDiff':
      return diffProfiles(session, command.before, command.after);
    case 'profileDoctor':
      return showText(session.display, session.host.doctor());
    case 'profileConfig':
      return configure(session, command.changes);
  }
}

async function runWhole(
  session: MagicSession,
  { source: written, ...request }: CellRequest,
  { name, options }: Extract<MagicCommand, { command: 'profileCell' }>
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
  command: Extract<MagicCommand, { command: 'profileExpression' }>
): Promise<CellOutcome> {
  const { source: written, number, cellId } = request;
  const { options, expression: text, start } = command;
  const source = magicCode(request, { text, start });
  const cell = { source, written, number, name: null, options, cellId };
  const outcome = await profileCell(session, cell);
  return outcome.status === 'ok' ? runRest(session, request) : outcome;
}

async function runTimed(
  session: MagicSession,
  request: CellRequest,
  command: TimeCommand
): Promise<CellOutcome> {
  const cell = { source: magicCode(request, command.code), number: request.number };
  const outcome = await (command.command === 'time'
    ? timeCell(session, cell)
    : timeitCell(session, cell, command.options));
  const isDone = command.code === null || outcome.status === 'error';
  return isDone ? outcome : runRest(session, request);
}

/** Runs a cell that begins with `magic`. A line that cannot be understood runs nothing. */
export async function runMagic(
  session: MagicSession,
  request: CellRequest,
  magic: Magic
): Promise<CellOutcome> {
  try {
    const command = parseMagicLine(magic, session.settings.defaults);
    switch (command.command) {
      case 'profileCell':
        return await runWhole(session, request, command);
      case 'profileExpression':
        return await runExpression(session, request, command);
      case 'time':
      case 'timeit':
        return await runTimed(session, request, command);
      case 'profileSql':
        return await profileSql(session, request, command.profiles);
      case 'shell':
        return await runShell(session, request, command.script);
      case 'help':
        obey(session, command);
        return { status: 'ok' };
      default:
        obey(session, command);
        return await runRest(session, request);
    }
  } catch (error) {
    return magicFailure(error);
  }
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
  names: readonly string[]
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
