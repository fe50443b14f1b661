import { packageFiles } from '../../native/packageFiles';
import { beginMembers } from '../../engine/members/launched/beginMembers';
import { membersFolder } from '../../engine/members/launched/memberFiles';
import { takeHandedOver } from '../../engine/members/launched/membership';
import { WorkerMemoryHost } from '../../sources/process/memoryHost';
import { hiddenFromHooks } from '../../sources/process/nodeInternals';
import { recordMember } from './recordMember';
import { host, startProgramProfiler } from '../../runtime/runtime';
import { sealIntrinsicsInProgram } from '../../engine/recording/sealIntrinsics';
import { dropOwnFlags } from '../../engine/members/launched/ownFlags';
import { onProcessEnd } from './processEnd';
import { recordProgram } from './recordProgram';
import type { RunRequest } from '../runRequest';
import { takeRunRequest } from '../runRequest';
import { shareInstance } from '../shareInstance';

/** A thread is recorded more than once; by then, functions that it has replaced are not originals. */
let isSealed = false;

/**
 * Records this thread or process as its environment asks, once; without such a request it does
 * nothing.
 */
export function recordThisProgram(): void {
  const membership = takeHandedOver();
  const request = membership === null ? takeRunRequest(process.env) : null;
  const isRecorded = membership !== null || request !== null;
  if (!isSealed) {
    if (isRecorded) host.exitActions.hearBy(onProcessEnd);
    sealIntrinsicsInProgram();
  }
  isSealed = true;
  if (membership !== null) {
    recordMember(membership);
  } else if (request !== null) {
    dropOwnFlags(process.execArgv);
    const memoryHost = new WorkerMemoryHost();
    const program = process.argv[1] ?? null;
    host.configure({ memoryHost, measuresLate: true, program });
    // The thread starts beside all that follows, and before V8 is told to compile code that seldom runs.
    if (request.options.memoryPeriodMs !== null) memoryHost.warm();
    shareInstance();
    recordProgram(host, request, {
      beforeEnd: withMembers(request),
      // hidden once more: by now hooks of the recording have ended, and the numbers of hooks have changed
      afterEnd: () => hiddenFromHooks(() => memoryHost.dispose())
    });
  } else if (startProgramProfiler()) {
    shareInstance();
  }
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
