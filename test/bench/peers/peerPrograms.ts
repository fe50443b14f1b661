import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchPackage } from './scratchPackages';

const ROOT = join(__dirname, '..', '..');
const SOURCES = join(ROOT, 'src', 'base');

/** A program that is profiled, as arguments of Node: a file and what it is given. */
export type PeerProgram = { readonly args: readonly string[] } | { readonly missing: string };

/** Names of the programs, in the order of the tables. */
export const PROGRAM_NAMES = ['tsc', 'prettier', 'fastify'] as const;

export type ProgramName = (typeof PROGRAM_NAMES)[number];

/** The programs that every profiler gets; files that they need are written into `folder`. */
export function peerPrograms(folder: string): Readonly<Record<ProgramName, PeerProgram>> {
  const fastify = scratchPackage('fastify');
  const server = join(__dirname, 'fastifyProgram.js');
  return {
    tsc: { args: [inModules('typescript', 'lib', 'tsc.js'), '-p', projectIn(folder)] },
    prettier: { args: [join(__dirname, 'prettierProgram.js'), SOURCES] },
    fastify: 'missing' in fastify ? fastify : { args: [server, fastify.folder] }
  };
}

const inModules = (...path: readonly string[]): string => join(ROOT, 'node_modules', ...path);

function projectIn(folder: string): string {
  const file = join(folder, 'tsconfig.json');
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: [] },
    ...{ target: 'es2022', lib: ['es2022', 'webworker'], module: 'preserve' }
  };
  writeFileSync(file, JSON.stringify({ compilerOptions, include: [SOURCES] }));
  return file;
}
