/**
 * Makes a program record itself, without a change to it: `node --require kernelscope/register`, with
 * the options in an environment variable. Without them, and in the worker threads of a program, it does
 * nothing, and loads nothing for that.
 */
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const VARIABLES = ['KERNELSCOPE_RUN', 'KERNELSCOPE_OPTIONS'];

if (isMainThread && VARIABLES.some(name => process.env[name] !== undefined)) {
  createRequire(__filename)('./api/programRun/registerProgram.js');
}
