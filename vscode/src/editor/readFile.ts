import { Gunzip, Inflate as InflateStream } from 'fflate';
import { type LineCosts, fileCosts, lineCostKinds, lineCosts } from 'kernelscope/analysis';
import { bundleBeside, encodeKscope, FileStart, type Inflate } from 'kernelscope/formats';
import type { Finding, Profile, ProfileBundle } from 'kernelscope/model';
import {
  classifyScript,
  findingsWithCauses,
  GZIP,
  inflationLimit,
  MAX_EMPTY_BYTES,
  MAX_PROFILE_FILE_BYTES,
  nothingRead,
  ProfileFileError,
  profileName,
  profileOfBytes,
  SQLITE
} from '../../../src/open';
import {
  type FileLines,
  type HeatLine,
  MAX_LINES,
  MAX_PATH_LENGTH,
  MAX_PLACES,
  type ProfileLines
} from '../messages/editorMessages';
import { joinParts } from '../messages/base64';

/** A file whose bytes are at hand. */
export interface FileBytes {
  readonly name: string;
  readonly modifiedMs: number;
  readonly bytes: Uint8Array;
}

/** What is shown of a file. */
export interface ReadFile {
  readonly bundle: ProfileBundle;
  /** The whole profile as a `.kscope` file without compression. */
  readonly kscope: Uint8Array;
  /** The costs of its lines; null if it has none. */
  readonly lines: ProfileLines | null;
}

/** A file is a database, which `kernelscope convert` reads. */
export class DatabaseFileError extends ProfileFileError {}

/** Bytes of a gzipped file that are unpacked at a time. */
const PIECE_BYTES = 1 << 16;

/**
 * The profile in a file of any format that the command line reads, but for databases; with its findings and the costs of
 * its lines. Source maps are not looked for: functions of scripts are where the script has them.
 *
 * @throws DatabaseFileError for a database
 * @throws ProfileFileError for a file of none of these formats, a damaged one, or one that unpacks to too much
 */
export function readFile({ name, modifiedMs, bytes }: FileBytes): ReadFile {
  const start = new FileStart(bytes);
  if (start.startsWith(SQLITE)) {
    throw new DatabaseFileError(
      `it is a database, which is not read here; \`kernelscope convert ${JSON.stringify(name)} profile.kscope\` makes a file that is`
    );
  }
  const content = start.startsWith(GZIP) ? gunzip(bytes) : bytes;
  const facts = { id: newId(), name: profileName(name), writtenAtMs: modifiedMs };
  const scripts = { kindOf: classifyScript };
  const profile = profileOfBytes(content, { facts, scripts, inflate });
  const reason = nothingRead(profile, () => (content.length > MAX_EMPTY_BYTES ? null : content));
  if (reason !== null) throw new ProfileFileError(reason);
  const found = findingsWithCauses(profile);
  return {
    bundle: bundleBeside(profile, found),
    kscope: encodeKscope(profile, {}),
    lines: linesOf(profile, found.findings)
  };
}

/** The costs of the lines of a profile: of the kind that its first finding is about, else of the first that it has. */
function linesOf(profile: Profile, findings: readonly Finding[]): ProfileLines | null {
  const selection = findings.at(0)?.target.selection;
  const leading = selection?.type === 'line' ? selection.costs : undefined;
  const kinds = lineCostKinds(profile);
  const kind = kinds.find(each => each === leading) ?? kinds.at(0);
  if (kind === undefined) return null;
  const costs = lineCosts(profile, kind);
  const byFile = linesByFile(costs);
  const files = fileCosts(profile, costs)
    .flatMap(({ file }) => byFile.get(file) ?? [])
    .filter(({ file, lines }) => file.length <= MAX_PATH_LENGTH && lines.length <= MAX_LINES)
    .slice(0, MAX_PLACES);
  return { kind, whole: costs.whole, files };
}

function linesByFile({ lines }: LineCosts): ReadonlyMap<string, FileLines> {
  const files = new Map<string, { readonly file: string; readonly lines: HeatLine[] }>();
  for (const { file, line, selfShare, totalShare } of lines) {
    if (line < 1) continue;
    const known = files.get(file) ?? { file, lines: [] };
    known.lines.push([line, bounded(selfShare), totalShare === null ? null : bounded(totalShare)]);
    files.set(file, known);
  }
  return files;
}

const bounded = (share: number): number => Math.max(0, Math.min(1, share));

/** The content of a gzipped file of one member or more, as far as it goes. */
function gunzip(stored: Uint8Array): Uint8Array {
  const parts = new Parts(inflationLimit(stored.length, MAX_PROFILE_FILE_BYTES));
  const stream = new Gunzip(part => parts.add(part));
  try {
    for (const piece of piecesOf(stored)) stream.push(piece);
  } catch (error) {
    if (error instanceof ProfileFileError || parts.length === 0) throw error;
  }
  return parts.joined();
}

const inflate: Inflate = (bytes, rawBytes) => {
  const parts = new Parts(rawBytes);
  const stream = new InflateStream(part => parts.add(part));
  for (const piece of piecesOf(bytes)) stream.push(piece);
  stream.push(new Uint8Array(0), true);
  return parts.joined();
};

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/** What has been unpacked, which is bounded: the sizes that files claim are not believed. */
class Parts {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  constructor(private readonly most: number) {}

  get length(): number {
    return this.#length;
  }

  /** @throws ProfileFileError for too much */
  add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.most) {
      throw new ProfileFileError(`it unpacks to more than ${this.most} bytes`);
    }
    this.#parts.push(part);
  }

  joined(): Uint8Array {
    return joinParts(this.#parts);
  }
}

/** Random; `crypto.randomUUID` is missing on pages without TLS. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
