import { statSync } from 'node:fs';
import { FrameKind } from '../../../model/profile/profile';
import { type Clock, monotonicClock } from '../../../base/clock';
import { filePath, scriptName, textPath } from './frameClassifier';
import { classifyScript } from '../../../model/profile/scriptKind';
import { optimizingAsUsual } from '../lateOptimization';
import { functionsOfText } from './functionsOfText';
import { lineBeginnings } from './readFunctions';
import { isCut, LoadedMaps, uncut } from './loadedMaps';
import { readScript } from './readScript';
import { ScriptFunctions } from './scriptFunctions';
import { ScriptMap, keptByNode } from './scriptMap';
import { stripTypes } from './stripTypes';
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

/** The addresses of source maps by the names of scripts. */
interface MapsByScript {
  get(name: string): string | undefined;
  keys(): Iterable<string>;
}

/** The facts that the address of a script tells. */
interface Address {
  /** The {@link scriptName}; null for what is no file. */
  readonly name: string | null;
  readonly isInternal: boolean;
  /** Whether it may have a source map that is followed. */
  readonly mayBeMapped: boolean;
}

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
  /** By {@link scriptName}: V8 names a script by its path in lines of calls, and by its URL in samples. */
  readonly #scripts = new Map<string, KnownScript>();
  /** What the addresses of scripts say, which takes longer to parse than all else. */
  readonly #addresses = new Map<string, Address>();

  /**
   * `maps` has the addresses of source maps, by script, that the process has of what it compiled in memory, `kept` the
   * source maps that Node keeps.
   */
  constructor(
    private readonly now: Clock = monotonicClock,
    private readonly maps: MapsByScript = new LoadedMaps(now),
    private readonly kept: (name: string) => unknown = keptByNode
  ) {}

  /** A mapper for scripts of another process, of which that has told what it alone has. */
  static ofProcess(told: readonly ProcessMap[]): FileMapper {
    const maps = new Map(
      told.flatMap(({ name, place }) => (place === null ? [] : [[name, place]]))
    );
    const kept = new Map(
      told.flatMap(({ name, kept: map }) => (map === null ? [] : [[name, map]]))
    );
    const keptOf = (name: string): unknown => {
      const map = kept.get(name);
      return map === undefined ? undefined : JSON.parse(map);
    };
    return new FileMapper(monotonicClock, maps, keptOf);
  }

  processMaps(files: Iterable<string>): readonly ProcessMap[] {
    const addresses = [...files].map(file => this.#addressOf(file)).filter(isMapped);
    return [...new Set(addresses.map(({ name }) => name))].flatMap(name => {
      const place = this.maps.get(name) ?? null;
      const map = this.kept(name);
      const kept = map === undefined ? null : JSON.stringify(map);
      return place === null && kept === null ? [] : [{ name, place, kept }];
    });
  }

  known(file: string): boolean {
    return this.#mapOf(file) !== null;
  }

  isInternal(file: string): boolean {
    return this.#addressOf(file).isInternal;
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
    if (this.known(file)) return null;
    const lines = this.#countLines(file);
    if (wanted <= lines) return null;
    return this.functions(file)?.lastLine ?? (lines > 1 ? lines : null);
  }

  /** The lines of a script, without parsing it; 0 for one that cannot be read. */
  #countLines(file: string): number {
    const script = this.#look(file);
    if (script === null) return 0;
    script.lines ??= optimizingAsUsual(() => lineBeginnings(textOf(file) ?? '').length);
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
    const address = this.#addressOf(file);
    if (!isMapped(address)) return null;
    const { name } = address;
    const known = this.#scripts.get(name);
    if (known && this.now() - known.checked < FRESH_NS) return known;
    const stamp = stampOf(filePath(name) ?? '');
    const checked = this.now();
    const script =
      known?.stamp === stamp
        ? { ...known, checked }
        : { ...read(name, this.maps.get(name), this.kept), stamp, checked };
    keepNewest(this.#scripts, name, script);
    return script;
  }

  #addressOf(file: string): Address {
    const known = this.#addresses.get(file);
    if (known !== undefined) return known;
    const script = isCut(file) ? uncut(file, this.maps.keys()) : file;
    const address = addressOf(script);
    // that of a cut address may be known later
    if (!isCut(script)) keepNewest(this.#addresses, file, address);
    return address;
  }
}

function keepNewest<Value>(all: Map<string, Value>, key: string, value: Value): void {
  all.delete(key);
  all.set(key, value);
  if (all.size <= MAX_SCRIPTS) return;
  const [oldest] = all.keys();
  all.delete(oldest);
}

function addressOf(script: string): Address {
  const name = filePath(script) === null ? null : scriptName(script);
  const isInternal = isOwnScript(script);
  const mayBeMapped = !isInternal && name !== null && classifyScript(name) === FrameKind.user;
  return { name, isInternal, mayBeMapped };
}

/** True for scripts of the user's own: others are shown as they are. */
function isMapped(address: Address): address is Address & { readonly name: string } {
  return address.mayBeMapped;
}

function read(
  file: string,
  place: string | undefined,
  kept: (name: string) => unknown
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
  const isStripped = map === null && TYPESCRIPT.test(file);
  const code = text !== null && isStripped ? withoutTypes(text) : text;
  return code === null ? null : functionsOfText(code);
}

/** Scripts that Node runs as they are, and those whose types it strips, which leaves each place where it was. */
const SCRIPTS = /\.[cm]?[jt]s$/;
const TYPESCRIPT = /ts$/;

/** A text without its types, as this Node runs it; null if it does not. */
function withoutTypes(text: string): string | null {
  try {
    return stripTypes()?.(text) ?? null;
  } catch {
    return null;
  }
}

function textOf(file: string): string | null {
  const path = textPath(file);
  return path !== null && SCRIPTS.test(path) ? readScript(path) : null;
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
