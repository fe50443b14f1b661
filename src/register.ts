/**
 * Makes a program record itself, without a change to it: `node --require kernelscope/register`, with
 * the options in an environment variable; and all threads and Node programs that it starts. Without
 * that it does nothing, and loads nothing for that.
 */
import { isMainThread } from 'node:worker_threads';
import { recordAs, takeMembership } from './engine/members/launched/membership';

const VARIABLES = ['KERNELSCOPE_RUN', 'KERNELSCOPE_OPTIONS'];

/** A program may launch another Node, one that is too old for the profiler. */
const OLDEST_NODE = 20;

const isProgram = isMainThread && VARIABLES.some(name => process.env[name] !== undefined);
const isNewEnough = parseInt(process.versions.node, 10) >= OLDEST_NODE;
const membership = isProgram ? null : takeMembership(__filename);
if (isNewEnough && (isProgram || membership !== null)) {
  recordAs(membership, __filename);
}
