/**
 * Makes a program record itself, without a change to it: `node --require kernelscope/register`, with
 * the options in an environment variable; and all threads and Node programs that it starts. Without
 * that it does nothing, and loads nothing for that.
 */
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { handOver, takeMembership } from './api/members/membership';
import type { RegisterProgram } from './native/packageFiles';
import { packageFiles } from './native/packageFiles';

const VARIABLES = ['KERNELSCOPE_RUN', 'KERNELSCOPE_OPTIONS'];

/** A program may launch another Node, one that is too old for the profiler. */
const OLDEST_NODE = 20;

const isProgram = isMainThread && VARIABLES.some(name => process.env[name] !== undefined);
const isNewEnough = parseInt(process.versions.node, 10) >= OLDEST_NODE;
const membership = isProgram ? null : takeMembership(__filename);
if (isNewEnough && (isProgram || membership !== null)) {
  handOver(membership);
  const load = createRequire(__filename);
  (load(packageFiles().registerProgram) as RegisterProgram).recordThisProgram();
}
