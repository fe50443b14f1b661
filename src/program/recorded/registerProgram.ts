import { type RegisterProgram, packageFiles } from '../../native/packageFiles';
import { LateHelpers } from '../../engine/live/lateHelpers';
import {
  membersFolder,
  writeChildrenCpu,
  writeRequest
} from '../../engine/members/launched/memberFiles';
import { takeHandedOver } from '../../engine/members/launched/membership';
import { NativeMemoryHost, WorkerMemoryHost } from '../../sources/process/memoryHost';
import { hiddenFromHooks } from '../../sources/process/nodeInternals';
import { recordMember } from './recordMember';
import { host, startProgramProfiler } from '../../runtime/runtime';
import { sealIntrinsicsInProgram } from '../../engine/recording/sealIntrinsics';
import { dropOwnFlags } from '../../engine/members/launched/nodeOptions';
import { onProcessEnd } from './processEnd';
import { recordProgram } from './recordProgram';
import { type RunRequest, takeRunRequest } from '../runRequest';
import { shareInstance } from '../shareInstance';
import { mkdirSync } from 'node:fs';
import { type RecordingOptions, elsewhere } from '../../engine/arguments/recordingOptions';
import { endedChildrenCpuNs } from '../../engine/members/launched/startedChildren';
import { hookMembers } from '../../engine/members/launched/hookMembers';
import { saveThreads } from '../../engine/members/launched/saveThreads';

export { leaveToSignal } from './recordProgram';

/** A program that ran for longer keeps no code for others: V8 has dropped what it compiled for the start. Seconds. */
const LONGEST_S = 10;

/** A thread is recorded more than once; by then, functions that it has replaced are not originals. */
let isSealed = false;

/**
 * Records this thread or process as its environment asks, once; without such a request it does
 * nothing.
 */
export const recordThisProgram: RegisterProgram['recordThisProgram'] = keepCode => {
  const membership = takeHandedOver();
  const request = membership === null ? takeRunRequest(process.env) : null;
  const isRecorded = membership !== null || request !== null;
  if (!isSealed) {
    if (isRecorded) host.exitActions.hearBy(onProcessEnd);
    if (isLoadedFirst()) host.cpuAttachment.startsBeforeCode();
    sealIntrinsicsInProgram();
  }
  isSealed = true;
  if (membership !== null) {
    recordMember(membership);
  } else if (request !== null) {
    dropOwnFlags(process.execArgv);
    const helpers = new LateHelpers();
    const worker = new WorkerMemoryHost(packageFiles().memoryWorker, helpers);
    const memoryHost = new NativeMemoryHost(worker);
    const [, file] = process.argv;
    host.configure({ memoryHost, ...(file && { program: { file, isMember: false } }) });
    shareInstance();
    recordProgram(host, request, {
      helpers,
      beforeEnd: withMembers(request),
      // hidden once more: by now hooks of the recording have ended, and the numbers of hooks have changed
      afterEnd: () => hiddenFromHooks(() => worker.dispose()),
      afterSave: () => {
        if (process.uptime() < LONGEST_S) keepCode();
      }
    });
  } else if (startProgramProfiler()) {
    shareInstance();
  }
};

/** True if Node was told to load nothing else before this package and the program. */
function isLoadedFirst(): boolean {
  const { _preload_modules: loaded } = process as { readonly _preload_modules?: readonly string[] };
  return loaded?.[0] === packageFiles().register;
}

/**
 * Records the threads and processes that this program starts, unless that is off; call the returned
 * function before its end.
 */
function withMembers({ file, options }: RunRequest): () => void {
  if (options.workers === false) return () => undefined;
  const registerFile = packageFiles().register;
  return beginMembers(membersFolder(file), registerFile, options);
}

/**
 * Makes all threads and Node programs that this process starts from now on record themselves, into
 * `folder`. The returned function has the threads save their recordings: call it before the process
 * ends.
 */
function beginMembers(
  folder: string,
  registerFile: string,
  options: Partial<RecordingOptions>
): () => void {
  mkdirSync(folder, { recursive: true });
  writeRequest(folder, { options: elsewhere(options), pid: process.pid });
  hookMembers({ folder, registerFile, threadFile: registerFile });
  const beforeNs = endedChildrenCpuNs() ?? 0;
  return () => {
    saveThreads(folder, 0);
    writeChildrenCpu(folder, (endedChildrenCpuNs() ?? 0) - beforeNs);
  };
}
