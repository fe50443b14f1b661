import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { announce, exitCodeOf, runLogged } from './command.mjs';
import { at } from './paths.mjs';
import { stampMatches, whenChanged, writeStamp } from './stamp.mjs';

const SOURCES = 'src/native/cc';
const TITLE = 'Compiling the native addon';

/** The addon for this machine, below the repository. */
export const ADDON = `src/lib/native/kernelscope-${process.platform}-${process.arch}.node`;

const FLAGS = [
  ...['-std=c++17', '-fPIC', '-fvisibility=hidden'],
  ...['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-DNAPI_VERSION=8']
];
// CUPTI and tools for NVTX keep pointers into the addon, also when the worker that loaded it has ended.
const LINKING = ['-shared', '-Wl,-z,nodelete'];
/** The C++ library is the one that Node itself runs with. */
const LIBRARIES = ['-ldl', '-pthread'];

const ADDRESSES = ['-fsanitize=address', '-fno-omit-frame-pointer', '-g'];

/** How the addon is compiled elsewhere: flags without `-Werror`, which other compilers may meet. */
export const ADDON_FLAGS = {
  compiling: [...FLAGS.filter(flag => flag !== '-Werror'), '-O2'],
  linking: LINKING,
  libraries: LIBRARIES
};

/**
 * Headers of the C++ library that many sources include, parsed once for all of them. The sanitized addon is compiled
 * without: there a source that does not include what it uses is an error.
 */
const COMMON =
  'algorithm,atomic,chrono,cstdint,functional,memory,mutex,optional,string,utility,vector'
    .split(',')
    .map(name => `#include <${name}>\n`)
    .join('');

/** The ways to compile the addon: where objects and the addon go, and with what they are made. */
const SHIPPED = {
  common: COMMON,
  objects: '.build/native',
  output: ADDON,
  flags: [...FLAGS, '-O2'],
  linking: LINKING
};
const SANITIZED = {
  objects: '.build/native/sanitized',
  output: '.build/native/sanitized/kernelscope.node',
  flags: [...FLAGS, '-O1', ...ADDRESSES],
  linking: [...LINKING, ...ADDRESSES]
};

/** The first C++ compiler that runs: that of `CXX`, else a usual one; undefined without any. */
export async function findCompiler(
  candidates = [process.env.CXX, 'g++', 'clang++', 'c++'].filter(Boolean)
) {
  for (const compiler of candidates) {
    if ((await exitCodeOf([compiler, '--version'], { stdio: 'ignore' })) === 0) return compiler;
  }
  return undefined;
}

/** The headers that come with the Node at hand, where it has them. */
const OWN_HEADERS = join(dirname(dirname(process.execPath)), 'include', 'node');

/** Whether the addon can be compiled before the npm packages are there: Node-API's headers are with Node itself. */
export const compilesWithoutPackages = () => existsSync(join(OWN_HEADERS, 'node_api.h'));

/** The folder of Node-API's headers. */
const apiHeaders = () =>
  compilesWithoutPackages() ? OWN_HEADERS : at('node_modules', 'node-api-headers', 'include');

/** A source and the headers of the addon that it includes, as the compiler wrote them down. */
function partsOf(way, file) {
  const list = at(way.objects, `${file}.d`);
  const words = existsSync(list) ? readFileSync(list, 'utf8').split(/[\s\\]+/) : [];
  const ours = words.filter(word => word.startsWith(at(SOURCES) + sep) && existsSync(word));
  return [...new Set([at(SOURCES, file), ...ours.sort()])];
}

/** Changes when a source, a header that it includes, or the way of compiling does. */
function stampOf(way, compiler, file) {
  const hash = createHash('sha256').update([compiler, ...way.flags].join(' '));
  for (const name of partsOf(way, file)) {
    hash.update(name).update(readFileSync(name));
  }
  return hash.digest('hex');
}

/** The flags that include the common headers of a way, which are compiled anew each time. */
async function commonHeaders(way, compiler) {
  if (way.common === undefined) return [];
  const header = at(way.objects, 'common.h');
  mkdirSync(dirname(header), { recursive: true });
  writeFileSync(header, way.common);
  await runLogged({
    name: 'native-common-headers',
    title: 'Compiling the common headers',
    command: [compiler, ...way.flags, '-x', 'c++-header', header, '-o', `${header}.gch`],
    cure: 'mend the error above'
  });
  return ['-include', header];
}

async function compileFile(way, compiler, file, common) {
  const object = at(way.objects, `${file}.o`);
  const stampFile = at(way.objects, `${file}.stamp`);
  if (existsSync(object) && stampMatches(stampFile, stampOf(way, compiler, file))) return object;
  const headers = [...common, '-I', at(SOURCES), '-isystem', apiHeaders()];
  const dependencies = ['-MMD', '-MF', at(way.objects, `${file}.d`)];
  const startedMs = Date.now();
  mkdirSync(dirname(object), { recursive: true });
  rmSync(stampFile, { force: true });
  await runLogged({
    name: `native-${file.replaceAll(sep, '-')}`,
    title: `Compiling ${file}`,
    command: [
      ...[compiler, ...way.flags, ...headers, ...dependencies],
      ...['-c', at(SOURCES, file), '-o', object]
    ],
    cure: 'mend the error above'
  });
  const isEdited = partsOf(way, file).some(part => statSync(part).mtimeMs >= startedMs);
  if (!isEdited) writeStamp(stampFile, stampOf(way, compiler, file));
  return object;
}

async function compileAll(way, compiler) {
  const everything = readdirSync(at(SOURCES), { recursive: true });
  const files = everything.filter(name => name.endsWith('.cc'));
  const common = await commonHeaders(way, compiler);
  const objects = [];
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      objects.push(await compileFile(way, compiler, file, common));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return objects;
}

/** Links under another name first: a process that has the addon loaded keeps its own. */
async function build(way, compiler) {
  const objects = await compileAll(way, compiler);
  const linked = `${at(way.output)}.${process.pid}`;
  mkdirSync(dirname(at(way.output)), { recursive: true });
  try {
    await runLogged({
      name: 'native',
      title: TITLE,
      command: [compiler, ...way.linking, ...objects, '-o', linked, ...LIBRARIES],
      cure: 'mend the error above'
    });
    renameSync(linked, at(way.output));
  } finally {
    rmSync(linked, { force: true });
  }
}

/**
 * Compiles `src/native/cc` for this machine. Where that cannot be done, set-up goes on: everything
 * works but what needs native code, and that says so.
 */
export async function compileAddon() {
  const compiler = process.platform === 'linux' ? await findCompiler() : undefined;
  if (compiler === undefined) {
    console.log(`! ${TITLE}: left out, as it takes Linux and a C++ compiler (install g++)`);
    return;
  }
  await whenChanged({
    name: 'native',
    title: TITLE,
    inputs: [SOURCES, 'scripts/steps/nativeAddon.mjs', 'package-lock.json'],
    outputs: [ADDON],
    work: () => announce(TITLE, () => build(SHIPPED, compiler))
  });
}

/**
 * Compiles the addon so that it ends the process where it reads or writes memory that is not its own,
 * for tests. Resolves with the file.
 */
export async function compileSanitizedAddon() {
  await build(SANITIZED, await findCompiler());
  return at(SANITIZED.output);
}
