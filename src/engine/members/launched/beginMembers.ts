import { mkdirSync } from 'node:fs';
import type { RecordingOptions } from '../../options/recordingOptions';
import { elsewhere } from '../../options/elsewhere';
import { endedChildrenCpuNs } from './childrenCpu';
import { hookMembers } from './hookMembers';
import { writeChildrenCpu, writeRequest } from './memberFiles';
import { saveThreads } from './saveThreads';

/**
 * Makes all threads and Node programs that this process starts from now on record themselves, into
 * `folder`. The returned function has the threads save their recordings: call it before the process
 * ends.
 */
export function beginMembers(
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
