import {
  type RecordedProfile,
  clippedTo,
  displayWidth,
  formatDuration,
  givenName,
  loadProfileThatTells,
  localDateTime,
  padLeft,
  padRight,
  printable,
  profileOfCells,
  savedFileText
} from 'kernelscope/host';
import { type ConfigChanges, type OutputFile, settingTexts } from 'kernelscope/settings';
import { findInMemory, findProfile, NONE_YET } from './findProfile';
import type { MagicSession, MagicSettings } from './magicSession';
import { showProfile, showText } from './showProfile';
import { randomUUID } from 'node:crypto';
import { MagicRequestError } from './magicFailure';

/** `%profile last`, `%profile show NAME`: shows a profile again; `last` is the newest. */
export function showAgain(session: MagicSession, name: string): void {
  showProfile(session, findInMemory(session, name), session.settings.defaults);
}

/**
 * `%profile list`: a table of the profiles, oldest first; those that an earlier kernel in this
 * folder saved while it ended come before those in memory, sessions that go on after them, and what
 * earlier kernels lost at the end.
 */
export function listProfiles({ host, display, recovery }: MagicSession): void {
  const finished = profileTable([...recovery.load(), ...host.list()]);
  const open = host.openSessions().map(({ name }) => `Session ${name || 'without a name'} (open)`);
  const lines = [...finished, ...open, ...recovery.losses()];
  showText(display, lines.length === 0 ? NONE_YET : lines.join('\n'));
}

/** `%profile save NAME FILE`; `all` is one profile of all cells whose profiles are in memory. */
export function saveProfile(session: MagicSession, name: string, file: OutputFile): void {
  const profile = name === 'all' ? allCells(session) : findInMemory(session, name);
  showText(session.display, savedFileText(profile.save(file.path)));
}

/** `%profile load FILE`: the profile becomes the newest and is shown. */
export function loadAndShow(session: MagicSession, path: string): void {
  const profile = loadProfileThatTells(path);
  session.host.keep(profile);
  showProfile(session, profile, session.settings.defaults);
}

/** `%profile diff A B`: shows B with what changed from A, each a name, `last` or a `.kscope` file. */
export function diffProfiles(session: MagicSession, before: string, after: string): void {
  const compared = findProfile(session, before);
  showProfile(session, findProfile(session, after), session.settings.defaults, { compared });
}

function describeSettings({ defaults, sidecar, everyCell }: MagicSettings): string {
  const onOff = (value: boolean): string => (value ? 'on' : 'off');
  const settings = { ...settingTexts(defaults), sidecar: onOff(sidecar) };
  const lines = Object.entries(settings).map(([key, value]) => `${key.padEnd(12)}${value}`);
  return [
    ...lines,
    `Every cell is profiled: ${onOff(everyCell)} (%profile on, %profile off).`
  ].join('\n');
}

/** `%profile config`: changes the defaults of later cells, then shows all of them. */
export function configure({ settings, display }: MagicSession, changes: ConfigChanges): void {
  settings.defaults = { ...settings.defaults, ...changes.options };
  settings.sidecar = changes.sidecar ?? settings.sidecar;
  showText(display, describeSettings(settings));
}

/** `%profile on`. */
export function profileEveryCell({ settings, display }: MagicSession): void {
  settings.everyCell = true;
  showText(
    display,
    'Every later cell is profiled lightly, without CPU samples, until %profile off.'
  );
}

/** `%profile off`: stops open sessions, too, and says which. */
export function profileNothing({ settings, display, host }: MagicSession): void {
  settings.everyCell = false;
  const lines = ['Later cells are profiled only under %%profile.'];
  const stopped = host.stopSessions().map(({ name }) => name || 'one that recorded nothing');
  if (stopped.length > 0) lines.push(`Stopped open sessions: ${stopped.join(', ')}.`);
  showText(display, lines.join('\n'));
}

/**
 * One profile of all cells that this kernel has run and whose profiles are in memory.
 * @throws {MagicRequestError} when there is none
 */
function allCells({ host }: MagicSession): RecordedProfile {
  const own = host
    .list()
    .filter(({ data: { meta } }) => meta.cell !== null && meta.pid === process.pid);
  if (own.length === 0) throw new MagicRequestError(NONE_YET);
  return profileOfCells([...new Map(own.map(one => [one.id, one])).values()], randomUUID());
}

/** The maximum width of a name or id; longer ones are cut off. */
const MAX_WIDTH = 40;

const HEADINGS = ['Name', 'Id', 'Cell', 'Time', 'Duration', 'Status'] as const;
const DURATION = HEADINGS.indexOf('Duration');

/** The lines of a table of profiles, aligned; none without profiles. */
export function profileTable(profiles: readonly RecordedProfile[]): string[] {
  if (profiles.length === 0) return [];
  const rows = [HEADINGS, ...profiles.map(cellsOf)];
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map(row => displayWidth(row[at]))));
  return rows.map(row =>
    row
      .map((cell, at) => (at === DURATION ? padLeft(cell, widths[at]) : padRight(cell, widths[at])))
      .join('  ')
      .trimEnd()
  );
}

function cellsOf({ data: { meta }, wallNs }: RecordedProfile): readonly string[] {
  const { id, cell, startedAtMs, status } = meta;
  const name = cutOff(givenName(meta) ?? '(unnamed)');
  const place = cell === null ? '' : String(cell.executionCount);
  const time = localDateTime(startedAtMs) ?? '';
  return [name, cutOff(printable(id)), place, time, formatDuration(wallNs), status];
}

function cutOff(text: string): string {
  return clippedTo(text, MAX_WIDTH);
}
