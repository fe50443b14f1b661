import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';

const FLAGS = ['-std=c++17', '-O1', '-fPIC', '-fvisibility=hidden', '-pthread', '-DNAPI_VERSION=8'];
const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];
/** What compiled headers are for: g++ parses them again where a flag is another. */
const LANGUAGE = [...FLAGS, ...WARNINGS];
const COMPILERS_AT_ONCE = '4';

/** Headers that many sources include, parsed once for all of them: most of the time went into that. */
const COMMON =
  'algorithm,atomic,cstdint,cstdio,cstdlib,cstring,functional,map,memory,mutex,string,thread,vector'
    .split(',')
    .map(name => `#include <${name}>\n`)
    .join('');

/** What {@link compileLibrary} compiles. */
export interface LibrarySources {
  /** All `.cc` files of it are compiled. */
  readonly folder: string;
  /** Folders of further headers: of ours, whose changes count, and of others. */
  readonly headers: readonly string[];
  readonly systemHeaders: readonly string[];
}

const filesOf = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith(ending))
    .map(name => path.join(folder, name));

const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);

/** A number that changes when the library would. */
export function stampOf({ folder, headers, systemHeaders }: LibrarySources): string {
  const files = [folder, ...headers].flatMap(one => [
    ...filesOf(one, '.h'),
    ...filesOf(one, '.cc')
  ]);
  const texts = files.map(file => readFileSync(file, 'utf8'));
  return digestOf([...FLAGS, ...systemHeaders, ...files, ...texts]);
}

/** The texts of a file and of all that it includes from these folders. */
function textsOf(file: string, folders: readonly string[], seen = new Set<string>()): string {
  if (seen.has(file)) return '';
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const included = [...text.matchAll(/^#include "([^"]+)"/gm)]
    .flatMap(([, name]) => folders.map(folder => path.join(folder, name)))
    .filter(existsSync);
  return [text, ...included.map(header => textsOf(header, folders, seen))].join('\0');
}

/**
 * Compiles a shared library into `output`; objects are kept in `objects` by what they were made
 * from, so that only what changed is compiled. Two at once do no harm.
 *
 * @throws Error with what the compiler said on standard error.
 */
export function compileLibrary(sources: LibrarySources, objects: string, output: string): void {
  mkdirSync(objects, { recursive: true });
  const { folder, headers, systemHeaders } = sources;
  const includes = headers.flatMap(one => ['-I', one]);
  const others = systemHeaders.flatMap(one => ['-isystem', one]);
  const flags = [...LANGUAGE, ...includes, ...others];
  const units = filesOf(folder, '.cc').map(source => {
    const stamp = digestOf([...flags, textsOf(source, [folder, ...headers])]);
    return { source, object: path.join(objects, `${path.basename(source, '.cc')}-${stamp}.o`) };
  });
  const missing = units.filter(({ object }) => !existsSync(object));
  if (missing.length > 0) compileUnits(missing, [...flags, ...commonHeaders(objects)]);
  const partial = `${output}.${process.pid}`;
  const all = units.map(({ object }) => object);
  execFileSync('g++', ['-shared', '-pthread', ...all, '-o', partial, '-ldl']);
  renameSync(partial, output);
}

/** Precompiles the common headers below `objects`; the flags that include them. */
function commonHeaders(objects: string): readonly string[] {
  const header = path.join(objects, `common-${digestOf([...LANGUAGE, COMMON])}.h`);
  const compiled = `${header}.gch`;
  if (!existsSync(compiled)) {
    const partial = `${compiled}.${process.pid}`;
    writeFileSync(header, COMMON);
    execFileSync('g++', [...LANGUAGE, '-x', 'c++-header', header, '-o', partial]);
    renameSync(partial, compiled);
  }
  return ['-include', header];
}

interface Unit {
  readonly source: string;
  readonly object: string;
}

function compileUnits(units: readonly Unit[], flags: readonly string[]): void {
  const script = 'source=$0; object=$1; shift; part="$object.$$"; g++ "$@"';
  const compileOne = `${script} -c "$source" -o "$part" && mv "$part" "$object"`;
  const input = units.flatMap(({ source, object }) => [source, object, ...flags]).join('\0');
  const perUnit = String(2 + flags.length);
  execFileSync('xargs', ['-0', '-n', perUnit, '-P', COMPILERS_AT_ONCE, 'sh', '-c', compileOne], {
    input,
    stdio: ['pipe', 'inherit', 'inherit']
  });
}
