/**
 * Makes a program record itself, without a change to it: `node --require kernelscope/register`, with
 * the options in an environment variable. Without them it does nothing.
 */
import { isMainThread } from 'node:worker_threads';
import { recordProgram } from './api/programRun/recordProgram';
import { takeRunRequest } from './api/programRun/runRequest';
import { shareInstance } from './api/programRun/shareInstance';
import { host, startProgramProfiler } from './api/runtime';

const request = isMainThread ? takeRunRequest(process.env) : null;
if (request !== null) {
  shareInstance();
  recordProgram(host, request);
} else if (startProgramProfiler()) {
  shareInstance();
}
