/**
 * Makes a program record itself, without a change to it: `node --require kernelscope/register`, with
 * the options in an environment variable. Without them it does nothing.
 */
import { isMainThread } from 'node:worker_threads';
import { host } from './api/runtime';
import { recordProgram } from './api/programRun/recordProgram';
import { takeRunRequest } from './api/programRun/runRequest';
import { shareInstance } from './api/programRun/shareInstance';

if (isMainThread) {
  const request = takeRunRequest(process.env);
  if (request !== null) {
    shareInstance();
    recordProgram(host, request);
  }
}
