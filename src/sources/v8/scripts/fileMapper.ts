import { statSync } from 'node:fs';
import { FrameKind } from '../../../model/profile/profile';
import { type Clock, monotonicClock } from '../../../record/time/clock';
import { filePath } from './frameClassifier';
import { classifyScript } from '../../../model/profile/scriptKind';
import { functionsOfText } from './functionsOfText';
import { lineBeginnings } from './readFunctions';
import { LoadedMaps } from './loadedMaps';
import { readScript } from './readScript';
import { ScriptFunctions } from './scriptFunctions';
import { ScriptMap, keptByNode } from './scriptMap';
import {
  type FunctionPlace,
  type MappedText,
  type ProcessMap,
  type SourceLine,
  type SourceMapper,
  type SourcePosition,
  isOwnScript
} from './sourceMapper';

/** Scripts whose maps are kept at most; the oldest give way. */
const MAX_SCRIPTS = 1000;

/** How long a script is assumed to be unchanged, nanoseconds. */
const FRESH_NS = 1_000_000_000n;

/** Known facts about a script, from the last time it was read. */
interface KnownScript {
  /** `null` for a script without a map that can be used. */
  readonly map: ScriptMap | null;
  readonly isBad: boolean;
  /** True if the script is not that on disk. */
  readonly isInMemory: boolean;
  /** Changes when the script does. */
  readonly stamp: string;
  /** Clock value. */
  readonly checked: bigint;
  /** The functions of the script, once they were looked for. */
  functions?: { readonly read: ScriptFunctions | null };
  /** Its number of lines, once they were counted. */
  lines?: number;
}

/**
 * The mapper for plain Node programs: follows the source maps of scripts on disk, which compilers leave
 * in the script or beside it. Libraries are shown as they are installed. A map that cannot be used
 * counts as none.
 */
export class FileMapper implements SourceMapper {
  /** By their paths: V8 names a script by its path in lines of calls, and by its URL in samples. */
  readonly #scripts = new Map<string, KnownScript>();
  /** The paths of the URLs that were asked for, which take longer to parse than all else. */
  readonly #paths = new Map<string, string | null>();

  /**
   * `maps` has the addresses of source maps, by script, that the process has of what it compiled in memory, `kept` the
   * source maps that Node keeps.
   */
  constructor(
    private readonly now: Clock = monotonicClock,
    private readonly maps: Pick<ReadonlyMap<string, string>, 'get'> = new LoadedMaps(now),
    private readonly kept: (path: string) => unknown = keptByNode
  ) {}

  /** A mapper for scripts of another process, of which that has told what it alone has. */
  static ofProcess(told: readonly ProcessMap[]): FileMapper {
    const maps = new Map(
      told.flatMap(({ path, place }) => (place === null ? [] : [[path, place]]))
    );
    const kept = new Map(
      told.flatMap(({ path, kept: map }) => (map === null ? [] : [[path, map]]))
    );
    const keptOf = (path: string): unknown => {
      const map = kept.get(path);
      return map === undefined ? undefined : JSON.parse(map);
    };
    return new FileMapper(monotonicClock, maps, keptOf);
  }

  processMaps(files: Iterable<string>): readonly ProcessMap[] {
    const paths = new Set([...files].flatMap(file => this.#pathOf(file) ?? []));
    return [...paths].filter(isMapped).flatMap(path => {
      const place = this.maps.get(path) ?? null;
      const map = this.kept(path);
      const kept = map === undefined ? null : JSON.stringify(map);
      return place === null && kept === null ? [] : [{ path, place, kept }];
    });
  }

  known(file: string): boolean {
    return this.#mapOf(file) !== null;
  }

  isInternal(file: string): boolean {
    return isOwnScript(file);
  }

  sourceFile(file: string): string {
    return this.#mapOf(file)?.sourceFile ?? file;
  }

  mapPosition(file: string, line: number, column: number): SourcePosition | null {
    const map = this.#mapOf(file);
    return map ? map.position(line, column) : { line, column };
  }

  mapLine(file: string, line: number): SourceLine | null {
    const map = this.#mapOf(file);
    return map ? map.line(line) : { line };
  }

  lastLine(file: string, wanted = Infinity): number | null {
    if (this.known(file) || wanted <= this.#countLines(file)) return null;
    return this.functions(file)?.lastLine ?? null;
  }

  /** The lines of a script, without parsing it; 0 for one that cannot be read. */
  #countLines(file: string): number {
    const script = this.#look(file);
    if (script === null) return 0;
    script.lines ??= lineBeginnings(textOf(file) ?? '').length;
    return script.lines;
  }

  isDense(file: string, line: number): boolean {
    return this.#mapOf(file)?.isDense(line) ?? false;
  }

  sourceName(file: string, place: FunctionPlace): string {
    return this.#mapOf(file)?.sourceName(place) ?? place.name;
  }

  sourceText(path: string): MappedText | null {
    for (const { map } of this.#scripts.values()) {
      const found = map?.sourceText(path) ?? null;
      if (found !== null) return found;
    }
    return null;
  }

  hasBadMap(file: string): boolean {
    return this.#look(file)?.isBad ?? false;
  }

  functions(file: string): ScriptFunctions | null {
    const script = this.#look(file);
    if (script === null) return null;
    script.functions ??= { read: functionsOf(file, script) };
    return script.functions.read;
  }

  #mapOf(file: string): ScriptMap | null {
    return this.#look(file)?.map ?? null;
  }

  #look(file: string): KnownScript | null {
    const path = this.#pathOf(file);
    if (path === null) return null;
    const known = this.#scripts.get(path);
    if (known && this.now() - known.checked < FRESH_NS) return known;
    if (!isMapped(path)) return null;
    const stamp = stampOf(path);
    const checked = this.now();
    const script =
      known?.stamp === stamp
        ? { ...known, checked }
        : { ...read(path, this.maps.get(path), this.kept), stamp, checked };
    keepNewest(this.#scripts, path, script);
    return script;
  }

  #pathOf(file: string): string | null {
    if (!file.startsWith('file://')) return filePath(file);
    const known = this.#paths.get(file);
    if (known !== undefined) return known;
    const path = filePath(file);
    keepNewest(this.#paths, file, path);
    return path;
  }
}

function keepNewest<Value>(all: Map<string, Value>, key: string, value: Value): void {
  all.delete(key);
  all.set(key, value);
  if (all.size <= MAX_SCRIPTS) return;
  const [oldest] = all.keys();
  all.delete(oldest);
}

/** True for scripts of the user's own: others are shown as they are. */
function isMapped(path: string): boolean {
  return !isOwnScript(path) && classifyScript(path) === FrameKind.user;
}

function read(
  file: string,
  place: string | undefined,
  kept: (path: string) => unknown
): Pick<KnownScript, 'map' | 'isBad' | 'isInMemory'> {
  const isInMemory = place !== undefined;
  try {
    return { map: ScriptMap.read(file, place, kept), isBad: false, isInMemory };
  } catch {
    return { map: null, isBad: true, isInMemory };
  }
}

/** The functions of a script by its map, or else by the text that Node has read as well. */
function functionsOf(file: string, { map, isInMemory }: KnownScript): ScriptFunctions | null {
  if (map?.functions) return new ScriptFunctions(map.functions);
  const text = isInMemory ? null : textOf(file);
  return text === null ? null : functionsOfText(text);
}

function textOf(file: string): string | null {
  return /\.[cm]?js$/.test(file) ? readScript(filePath(file) ?? '') : null;
}

/** Size and time of a file; the same for all that cannot be looked at. */
function stampOf(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}
