/// <reference types="node" preserve="true" />
/**
 * For programs that profile other people's code, such as a notebook kernel: the process-wide host
 * and the pieces that configure it. Cells and libraries import the package root instead.
 */
export { host } from './runtime/runtime';
export { isObject, isReference } from './base/isObject';
export { intrinsics } from './base/intrinsics/intrinsics';
export { ownListener } from './base/intrinsics/intrinsics';
export { OwnWeakMap } from './base/intrinsics/ownMap';
export { sealIntrinsics } from './engine/recording/sealIntrinsics';
export { savedFileText } from './engine/results/exportProfile';
export { RecordedProfile } from './engine/results/recordedProfile';
export { profileOfCells } from './engine/results/recordedProfile';
export { queryProfiles } from './engine/sql/queryProfiles';
export { ProfileDiff } from './compat/torch/profileDiff';
export { loadProfileThatTells } from './engine/results/loadProfile';
export { FinishedProfile, finishedOf, loadProfile } from './compat/torch/finishedProfile';
export { ProfileFileError } from './open/readProfile';
export { OutputFileError, writeFileAtomically } from './engine/results/atomicWrite';
export { doctorText, runDoctor } from './doctor/doctor';
export { profileSubject } from './check/checkedProfile';
export { beginRepetition } from './engine/annotate/beginRepetition';
export { endCutOff } from './engine/recording/endCutOff';
export { onFullHeap, withFullHeap } from './engine/recording/fullHeap';
export { recordingOptionsOf } from './engine/arguments/recordingOptionsOf';
export type { ResultDisplay } from './model/output/resultDisplay';
export { displayKey } from './model/output/resultDisplay';
export type { HostSettings, RecordingHost } from './engine/recording/recordingHost';
export type { Recording } from './engine/recording/recording';
export type { RecordingOptions } from './engine/arguments/recordingOptions';
export { monotonicClock } from './base/clock';
export { SliceCounter } from './record/mirror/sliceCounter';
export { formatBytes, formatDuration, withoutComments } from './base/text';
export { givenName, localDateTime } from './report/text/recordingTitle';
export { clippedTo, displayWidth, padLeft, padRight } from './tables/displayWidth';
export { printable } from './tables/printable';
export { progressText } from './report/progressText';
export { blockedWaits } from './sources/process/blockedWaits';
export type { EndWatcher } from './record/build/contribution';
export { knownTasks } from './sources/process/knownTasks';
export { followsPromises } from './sources/async/async';
export { runMemorySampler } from './sources/process/memorySampler';
export type { MemoryHost } from './sources/process/memoryHost';
export { SignalWatch } from './sources/process/signalWatch';
export { runTraceWatcher } from './sources/process/traceWatcher';
export { withoutBaseline } from './sources/v8/cpu/baselineCode';
export { obtainCollector } from './sources/process/garbageCollector';
export { functionsOfText } from './sources/v8/scripts/functionsOfText';
export type { ScriptFunctions } from './sources/v8/scripts/scriptFunctions';
export type { SourceMapper, SourcePosition } from './sources/v8/scripts/sourceMapper';
export { VERSION } from './base/version';
