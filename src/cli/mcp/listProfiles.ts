import {
  type Dir,
  type Dirent,
  closeSync,
  openSync,
  opendirSync,
  readSync,
  statSync
} from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { compareText, formatBytes, formatCount, plural } from '../../base/text';
import { GZIP, PROFILE_ENDINGS, readerOf } from '../../open/readProfile';
import { FileStart } from '../../formats/shared/imported/fileStart';
import { printable } from '../../tables/printable';
import { textTable } from '../../tables/textTable';
import { SQLITE } from '../../base/sqlRows';
import { MCP_LIMITS } from './mcpLimits';

/** A file that begins as a profile does. */
interface FoundProfile {
  /** Within the folder, with `/` between folders. */
  readonly path: string;
  readonly kind: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** How many files and folders are looked at, and how deep folders may lie. */
export interface SearchLimits {
  readonly entries: number;
  readonly depth: number;
}

interface Found {
  readonly profiles: readonly FoundProfile[];
  /** True if there was more in the folder than was looked at. */
  readonly isCut: boolean;
}

/** Bytes of a file that tell its format. */
const START_BYTES = 1 << 16;

/** Bytes that a gzipped start may unpack to. */
const UNPACKED_BYTES = 1 << 25;

/** Folders of packages, which have many files and no profiles. */
const SKIPPED = 'node_modules';

/** The `top` newest profiles in `folder` and below it as text. Symbolic links and hidden folders are left out. */
export function listProfiles(
  folder: string,
  top: number,
  limits: SearchLimits = MCP_LIMITS
): string {
  const { profiles, isCut } = findProfiles(folder, limits);
  const looked = isCut
    ? `Not all folders were searched: there are more than ${formatCount(limits.entries)} files and folders.\n`
    : '';
  if (profiles.length === 0) return `No profile was found.\n${looked}`;
  const newest = [...profiles].sort(
    (a, b) => b.modifiedMs - a.modifiedMs || compareText(a.path, b.path)
  );
  const rows = newest
    .slice(0, top)
    .map(({ path, kind, sizeBytes, modifiedMs }) => [
      new Date(modifiedMs).toISOString().slice(0, 19),
      formatBytes(sizeBytes),
      kind,
      printable(path)
    ]);
  const hidden = profiles.length - rows.length;
  const more = hidden > 0 ? `${plural(hidden, 'more profile')} not shown.\n` : '';
  const headings = ['Written (UTC)', 'Size', 'Format', 'File'];
  return `${textTable('Profiles, newest first', headings, rows, 0).trimStart()}${more}${looked}`;
}

function findProfiles(folder: string, limits: SearchLimits): Found {
  const profiles: FoundProfile[] = [];
  const open = [{ path: '', depth: 0 }];
  let left = limits.entries;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { path, depth } = next;
    const entries = entriesOf(join(folder, path), left + 1);
    const places = entries.map(({ name }) => (path === '' ? name : `${path}/${name}`));
    if (entries.length > left) return { profiles, isCut: true };
    left -= entries.length;
    open.push(
      ...places
        .filter((_, at) => depth < limits.depth && isSearched(entries[at]))
        .map(each => ({ path: each, depth: depth + 1 }))
    );
    profiles.push(
      ...places.flatMap((each, at) => (entries[at].isFile() ? profileAt(folder, each) : []))
    );
  }
  return { profiles, isCut: false };
}

function isSearched(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== SKIPPED;
}

/** At most `limit` entries of a folder; none of one that may not be read. */
function entriesOf(folder: string, limit: number): Dirent[] {
  let directory: Dir;
  try {
    directory = opendirSync(folder);
  } catch {
    return [];
  }
  const entries: Dirent[] = [];
  try {
    let entry = directory.readSync();
    for (; entry !== null && entries.length < limit; entry = directory.readSync()) {
      entries.push(entry);
    }
    return entries;
  } finally {
    directory.closeSync();
  }
}

/** The profile in a file; empty if it is none or cannot be read. */
function profileAt(folder: string, path: string): readonly FoundProfile[] {
  if (!PROFILE_ENDINGS.test(path)) return [];
  try {
    const file = join(folder, path);
    const kind = formatOf(startOf(file));
    if (kind === null) return [];
    const { size, mtimeMs } = statSync(file);
    return [{ path, kind, sizeBytes: size, modifiedMs: mtimeMs }];
  } catch {
    return [];
  }
}

function startOf(file: string): Uint8Array {
  const start = new Uint8Array(START_BYTES);
  const handle = openSync(file, 'r');
  try {
    const bytes = start.subarray(0, readSync(handle, start, 0, START_BYTES, 0));
    if (!new FileStart(bytes).startsWith(GZIP)) return bytes;
    const finishFlush = constants.Z_SYNC_FLUSH;
    return gunzipSync(bytes, { finishFlush, maxOutputLength: UNPACKED_BYTES });
  } finally {
    closeSync(handle);
  }
}

/** The format by the start of a file; null for files that are no profiles. */
function formatOf(bytes: Uint8Array): string | null {
  const start = new FileStart(bytes);
  if (start.startsWith(SQLITE)) return 'database';
  const reader = bytes.length === 0 ? undefined : readerOf(start);
  if (reader === undefined || reader.from === 'nothing') return null;
  return reader.name.replace(/^an? /, '');
}
