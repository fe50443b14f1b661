/**
 * For programs that profile other people's code, such as a notebook kernel: the process-wide host
 * and the pieces that configure it. Cells and libraries import the package root instead.
 */
export { host } from './api/runtime';
export { intrinsics } from './base/intrinsics/intrinsics';
export { ownListener } from './base/intrinsics/ownListener';
export { OwnWeakMap } from './base/intrinsics/ownMap';
export { sealIntrinsics } from './api/sealIntrinsics';
export { savedFileText } from './api/exportProfile';
export { FinishedProfile } from './api/finishedProfile';
export { ProfileDiff } from './api/profileDiff';
export { loadProfile, ProfileFileError } from './api/loadProfile';
export { OutputFileError, writeFileAtomically } from './api/atomicWrite';
export { doctorText, runDoctor } from './api/doctor/doctor';
export { profileSubject } from './api/check/checkedProfile';
export { beginRepetition } from './api/beginRepetition';
export { endCutOff } from './api/endCutOff';
export { recordingOptionsOf } from './api/recordingOptionsOf';
export type { HostSettings, RecordingHost } from './api/recordingHost';
export type { Recording } from './api/recording';
export type { RecordingOptions } from './api/recordingOptions';
export { knownTasks } from './sources/knownTasks';
export { followsPromises } from './sources/async';
export { runMemorySampler } from './sources/memorySampler';
export type { MemoryHost } from './sources/memoryHost';
export type { SourceMapper, SourcePosition } from './sources/sourceMapper';
export { VERSION } from './base/version';
