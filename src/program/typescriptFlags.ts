import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepLinesFlags } from '../engine/members/launched/nodeOptions';
import { COMPILED, type Imported, type ImportedName, ModuleReader, STRIPPED } from './moduleReader';
import { parseScript } from '../sources/v8/scripts/parseScript';
import { type StripTypes, stripTypes } from '../sources/v8/scripts/stripTypes';

/** Endings of files that are looked at as well, for what they import. */
const PLAIN = ['.js', '.mjs', '.cjs'];

/** Files that are looked at, at most; and the largest of them, bytes. Node is thought to run all others. */
const MOST_FILES = 2000;
const MOST_BYTES = 2 ** 20;

/**
 * Whether Node runs a program in TypeScript by itself, as `node file` does, if it strips types as given: it can strip
 * what the file and its modules contain, and finds what they import. These are read and not run, so that what has a
 * name that is only known at run time is not among them.
 */
export function isRunByNode(file: string, strip: StripTypes | null = stripTypes()): boolean {
  if (strip === null) return false;
  const known = new Map<string, Imported>();
  const waiting = [realpathSync(file)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (known.has(next) || known.size >= MOST_FILES) continue;
    const found = readModule(next, strip);
    if (found === null) return false;
    known.set(next, found);
    waiting.push(...found.files);
  }
  return [...known.values()].every(({ names }) =>
    names.every(each => mayExport(known, { ...each, seen: new Set() }))
  );
}

const UNKNOWN: Imported = { files: [], names: [], exported: null, stars: [] };

/** A file as Node would load it; null if it would not and `tsx` may. */
function readModule(file: string, strip: (code: string) => string): Imported | null {
  const ending = extname(file).toLowerCase();
  if (COMPILED.includes(ending)) return null;
  const isStripped = STRIPPED.includes(ending);
  const isLibrary = /[\\/]node_modules[\\/]/.test(file);
  if (isLibrary) return isStripped ? null : UNKNOWN;
  if (!isStripped && !PLAIN.includes(ending)) return UNKNOWN;
  if (statSync(file).size > MOST_BYTES) return UNKNOWN;
  try {
    const text = readFileSync(file, 'utf8');
    return new ModuleReader(file, parseScript(isStripped ? strip(text) : text)).read();
  } catch {
    // What is no JavaScript is for Node to say.
    return isStripped ? null : UNKNOWN;
  }
}

/** True if what is imported may be there: a type is not, unless by `import type`. */
function mayExport(
  known: ReadonlyMap<string, Imported>,
  { file, name, seen }: ImportedName & { readonly seen: Set<string> }
): boolean {
  const found = known.get(file);
  if (seen.has(file)) return false;
  seen.add(file);
  if (found === undefined || found.exported === null || found.exported.has(name)) return true;
  if (name === 'default') return false;
  return found.stars.some(star => mayExport(known, { file: star, name, seen }));
}

const STRIP = '--experimental-strip-types';
const TRANSFORM = '--experimental-transform-types';

/** Flags with which Node runs a file in TypeScript. */
export interface TypescriptFlags {
  /** They stay in `process.execArgv`, so that a program can launch others like itself. */
  readonly flags: readonly string[];
  /** They follow `flags` where the program is recorded, and are taken out again. */
  readonly ownFlags: readonly string[];
}

/**
 * How Node runs `file`: directly, where it can run the whole program so, as it then does by itself; else by the
 * package `tsx`, from the file's folder or the one that came with this package, since that supports the whole
 * syntax and the project's settings; else directly with the flags that it takes. Null if none is possible.
 */
export function typescriptFlags(file: string): TypescriptFlags | null {
  if (isRunByNode(file)) return { flags: [], ownFlags: [] };
  const tsx = findTsx(file);
  if (tsx !== null) return { flags: ['--import', tsx], ownFlags: keepLinesFlags() };
  const flags = COMPILED.includes(extname(file).toLowerCase()) ? null : flagsOfNode(file);
  return flags === null ? null : { flags, ownFlags: [] };
}

function findTsx(file: string): string | null {
  for (const from of [resolve(file), __filename]) {
    try {
      return pathToFileURL(createRequire(from).resolve('tsx')).href;
    } catch {
      // Not there: the next place may have it.
    }
  }
  return null;
}

/**
 * Node strips types from 22.6 on, by default from 22.18 and 23.6 on; syntax that must be compiled needs
 * a flag.
 */
function flagsOfNode(file: string): readonly string[] | null {
  const { typescript } = process.features as { readonly typescript?: unknown };
  const known = process.allowedNodeEnvironmentFlags;
  if (!typescript && !known.has(STRIP)) return null;
  if (known.has(TRANSFORM) && needsCompiler(file)) return [TRANSFORM];
  return typescript ? [] : [STRIP];
}

/** Syntax that cannot be stripped but has to be compiled: enums, namespaces, parameter properties. */
const NOT_STRIPPED = [
  /\b(enum|namespace|module)\s+[\w$.]+\s*\{/,
  /\bconstructor\s*\([^)]*\b(public|private|protected|readonly)\s/
];

function needsCompiler(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  return NOT_STRIPPED.some(pattern => pattern.test(text));
}
