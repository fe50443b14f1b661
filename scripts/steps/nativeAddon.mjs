import { mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { exitCodeOf, runStep } from './command.mjs';
import { at } from './paths.mjs';
import { whenChanged } from './stamp.mjs';

const SOURCES = 'src/native/cc';
const TITLE = 'Compiling the native addon';

/** The addon for this machine, below the repository. */
export const ADDON = `src/lib/native/kernelscope-${process.platform}-${process.arch}.node`;

const FLAGS = [
  ...['-std=c++17', '-O2', '-fPIC', '-shared', '-fvisibility=hidden'],
  ...['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-DNAPI_VERSION=8']
];
const LIBRARIES = ['-static-libgcc', '-static-libstdc++', '-ldl', '-pthread'];

/** The first C++ compiler that runs: that of `CXX`, else a usual one; undefined without any. */
export async function findCompiler(
  candidates = [process.env.CXX, 'g++', 'clang++', 'c++'].filter(Boolean)
) {
  for (const compiler of candidates) {
    if ((await exitCodeOf([compiler, '--version'], { stdio: 'ignore' })) === 0) return compiler;
  }
  return undefined;
}

function compile(compiler) {
  const files = readdirSync(at(SOURCES)).filter(name => name.endsWith('.cc'));
  mkdirSync(dirname(at(ADDON)), { recursive: true });
  return runStep({
    name: 'native',
    title: TITLE,
    command: [
      ...[compiler, ...FLAGS, '-isystem', at('node_modules', 'node-api-headers', 'include')],
      ...files.map(file => at(SOURCES, file)),
      ...['-o', at(ADDON), ...LIBRARIES]
    ],
    cure: 'mend the error above'
  });
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
    work: () => compile(compiler)
  });
}
