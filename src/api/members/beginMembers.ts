import { mkdirSync } from 'node:fs';
import type { RecordingOptions } from '../recordingOptions';
import { endedChildrenCpuNs } from './childrenCpu';
import { hookMembers } from './hookMembers';
import { writeChildrenCpu, writeRequest } from './memberFiles';
import type { MemberPlace } from './memberPlace';
import { saveThreads } from './saveThreads';

/**
 * Has all threads and Node programs that this process starts from now on record themselves, into the
 * folder of the place. The result has the threads save what they have: before the process ends.
 */
export function beginMembers(
  place: Omit<MemberPlace, 'threadId'>,
  options: Partial<RecordingOptions>
): () => void {
  mkdirSync(place.folder, { recursive: true });
  writeRequest(place.folder, { options, pid: process.pid });
  hookMembers(place);
  const beforeNs = endedChildrenCpuNs() ?? 0;
  return () => {
    saveThreads(place.folder, 0, false);
    writeChildrenCpu(place.folder, (endedChildrenCpuNs() ?? 0) - beforeNs);
  };
}
