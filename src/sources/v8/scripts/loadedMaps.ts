import vm from 'node:vm';
import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { ownListener } from '../../../base/intrinsics/intrinsics';
import { OwnMap } from '../../../base/intrinsics/ownMap';
import { apply, construct, getOwnPropertyDescriptor } from '../../../base/intrinsics/ownFunctions';
import { isReference } from '../../../base/isObject';
import { unseenCall } from '../../../native/unseenCall';
import { FrameKind } from '../../../model/profile/profile';
import { type Clock, monotonicClock } from '../../../base/clock';
import { inspectorSessions } from '../../process/inspectorSessions';
import { replaceIfAllowed } from '../../process/replaceMethod';
import { filePath, scriptName } from './frameClassifier';
import { mapComment, mapPlace } from './scriptMap';
import { classifyScript } from '../../../model/profile/scriptKind';

/** Source maps that are kept of a thread at most, UTF-16 units. */
const MAX_UNITS = 64 * 2 ** 20;

/** How long the scripts of a thread are taken to be the same, nanoseconds: listing them takes up to a second. */
const FRESH_NS = 10_000_000_000n;

/** A script as V8's debugger tells of it. */
export interface ParsedScript {
  readonly url?: string;
  readonly sourceMapURL?: string;
}

/** The addresses of the source maps of scripts, `data:` ones included, within {@link MAX_UNITS}. */
export class MapAddresses {
  readonly #wanted: (script: string) => boolean;
  readonly #maps = new Map<string, string>();
  #units = 0;

  constructor(wanted: (script: string) => boolean) {
    this.#wanted = wanted;
  }

  /** As `scriptName` makes the names. */
  get byScript(): ReadonlyMap<string, string> {
    return this.#maps;
  }

  /** Keeps the address of a script's map, if it has one; of a script that was compiled again the newest. */
  take({ url = '', sourceMapURL = '' }: ParsedScript): void {
    this.#units += sourceMapURL.length;
    if (sourceMapURL === '' || this.#units > MAX_UNITS || !this.#wanted(url)) return;
    this.#maps.set(scriptName(url), sourceMapURL);
  }
}

/**
 * The source maps of scripts that this thread has compiled in memory, as runners of tests do: Node does not know them, and
 * the files on disk are what was compiled. V8 lists all scripts when its debugger is enabled, which it is for that moment
 * only: nothing pauses.
 */
export class LoadedMaps {
  readonly #now: Clock;
  #maps: ReadonlyMap<string, string> = new Map();
  #listed: bigint | null = null;

  constructor(
    now: Clock = monotonicClock,
    private readonly list: () => ReadonlyMap<string, string> = listMaps
  ) {
    this.#now = now;
  }

  /** The address of the map of a script of the user's that may be one of those; undefined if there is none. */
  get(script: string): string | undefined {
    const name = scriptName(script);
    return mayBeInMemory(name) ? (this.#list().get(name) ?? compiledMaps.get(name)) : undefined;
  }

  /** The names of the scripts of the user's that have a map, in memory or on disk. */
  keys(): Iterable<string> {
    return this.#list().keys();
  }

  #list(): ReadonlyMap<string, string> {
    if (this.#listed === null || this.#now() - this.#listed >= FRESH_NS) {
      this.#maps = this.list();
      this.#listed = this.#now();
    }
    return this.#maps;
  }
}

/** Reports modules that Node loads, as `ModuleWatch` does. */
export interface LoadedModules {
  watch(pattern: RegExp, listener: () => void): () => void;
}

/** The package of Jest that compiles what tests load. */
const JEST_RUNTIME = /[\\/]node_modules[\\/]jest-runtime[\\/]/;

/**
 * The source maps of scripts that Jest compiles, noted as it does for as long as anyone wants them: once a file of tests is
 * over, V8 may throw its scripts away before they are listed.
 */
class CompiledMaps {
  readonly #addresses = new MapAddresses(url => classifyScript(url) === FrameKind.user);
  /** The ends of the texts of scripts that were compiled since then. */
  readonly #ends = new OwnMap<string, string>();
  #units = 0;
  readonly #users = new Set<object>();
  #stopWatching: () => void = () => undefined;
  #restore: readonly (() => void)[] = [];

  /** Notes scripts for one user more. */
  acquire(user: object, modules: LoadedModules): void {
    this.#users.add(user);
    if (this.#users.size > 1) return;
    this.#stopWatching = modules.watch(JEST_RUNTIME, () => {
      if (this.#restore.length === 0) this.#restore = this.#hook();
    });
  }

  /** Notes them for one user less; with the last one `vm` is as it was. */
  release(user: object): void {
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    this.#stopWatching();
    for (const restore of this.#restore) restore();
    this.#restore = [];
  }

  /** The address of the map of a script by its name; undefined if none was noted. */
  get(name: string): string | undefined {
    this.#ends.forEach((end, url) => {
      const sourceMapURL = mapPlace(end);
      if (sourceMapURL !== null) this.#addresses.take({ url, sourceMapURL });
    });
    this.#ends.clear();
    return this.#addresses.byScript.get(name);
  }

  /** By native code: errors that compiling throws have no frames of the profiler. */
  #hook(): (() => void)[] {
    const making = unseenCall({
      prepare: (target, given, newTarget) => {
        const { 0: code, 1: options } = given as readonly unknown[];
        this.#note(code, options);
        return [construct, undefined, target, given, newTarget];
      }
    }) as () => object;
    const compiling = unseenCall({
      prepare: (target, self, given) => {
        const { 0: code, 2: options } = given as readonly unknown[];
        this.#note(code, options);
        return [apply, undefined, target, self, given];
      }
    });
    return [
      ...replaceIfAllowed(vm, 'Script', new Proxy(vm.Script, { construct: making })),
      ...replaceIfAllowed(
        vm,
        'compileFunction',
        new Proxy(vm.compileFunction, { apply: compiling })
      )
    ];
  }

  /** Keeps the end of a script's text, from where its map may be. Within the program's code. */
  #note(code: unknown, options: unknown): void {
    const url = typeof options === 'string' ? options : nameIn(options);
    if (typeof url !== 'string' || typeof code !== 'string') return;
    const end = this.#units > MAX_UNITS ? null : mapComment(code);
    if (end === null || classifyScript(url) !== FrameKind.user) return;
    this.#units += end.length;
    this.#ends.set(url, end);
  }
}

/** The name of a script in the options of what compiles it; no getter is run for it. */
function nameIn(options: unknown): unknown {
  return isReference(options) ? getOwnPropertyDescriptor(options, 'filename')?.value : undefined;
}

/** The source maps of scripts that this thread has compiled for Jest. */
export const compiledMaps = new CompiledMaps();

/** V8 cuts names in samples to so many UTF-16 units. */
const MAX_NAME = 2 ** 10;

/** The name of a script in samples. */
export function sampledName(url: string): string {
  return url.slice(0, MAX_NAME);
}

/** True for the beginning of the address of a `data:` module, which is all that samples have of a long one. */
export function isCut(name: string): boolean {
  return name.length === MAX_NAME && name.startsWith('data:');
}

/** The address that V8 has cut to `name`, if that is the beginning of one alone; else `name`. */
export function uncut(name: string, addresses: Iterable<string>): string {
  const [found = name, ...others] = [...addresses].filter(each => each.startsWith(name));
  return others.length === 0 ? found : name;
}

/** Variables that runners of tests set which compile JavaScript, too. */
const COMPILING = ['VITEST', 'JEST_WORKER_ID'];

/** Node runs JavaScript as it is on disk, and loaders what they put into a `data:` URL. */
function mayBeInMemory(name: string): boolean {
  const path = filePath(name);
  if (path === null || path !== name) return path !== null;
  return !/\.[cm]?js$/.test(path) || COMPILING.some(name => process.env[name] !== undefined);
}

function listMaps(): ReadonlyMap<string, string> {
  const addresses = new MapAddresses(url => classifyScript(url) === FrameKind.user);
  const session = new Session();
  try {
    session.connect();
    type Parsed = InspectorNotification<Debugger.ScriptParsedEventDataType>;
    session.on(
      'Debugger.scriptParsed',
      ownListener(({ params }: Parsed) => addresses.take(params))
    );
    session.post('Debugger.enable');
    session.post('Debugger.disable');
  } finally {
    inspectorSessions.end(session);
  }
  return addresses.byScript;
}
