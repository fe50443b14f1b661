import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepLinesFlags } from '../engine/members/launched/nodeOptions';
import { COMPILED } from './moduleReader';
import { isRunByNode } from './nodeTypescript';

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
