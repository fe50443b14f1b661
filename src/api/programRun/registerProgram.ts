import { host, startProgramProfiler } from '../runtime';
import { dropOwnFlags } from './programCommand';
import { recordProgram } from './recordProgram';
import { takeRunRequest } from './runRequest';
import { shareInstance } from './shareInstance';

const request = takeRunRequest(process.env);
if (request !== null) {
  dropOwnFlags(process.execArgv);
  shareInstance();
  recordProgram(host, request);
} else if (startProgramProfiler()) {
  shareInstance();
}
