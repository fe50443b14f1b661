import { rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type ProfileStep, profileSteps } from '../../../analysis/statistics/profileSteps';
import { stepTraceTimes, type StepTraceTime } from '../../../analysis/statistics/stepTraceTime';
import { indentJson } from './indentJson';
import { encodeKinetoTrace } from '../../../formats/chrome/kinetoTrace';
import { cutProfile } from '../../../formats/shared/rows/partialProfile';
import type { Profile } from '../../../model/profile/profile';
import {
  cpuFrameworkText,
  cpuOpDetailCsv,
  cpuOpTimestampText,
  cpuOpTypeCsv
} from '../report/frameworkFiles';
import { kernelDetailsCsv } from '../report/kernelDetails';
import { memoryRecordCsv } from '../report/memoryRecord';
import { operatorDetailsCsv } from '../report/operatorDetails';
import { type OperatorRuns, operatorRuns } from '../report/operatorRuns';
import { writeFileAtomically } from '../../../engine/results/atomicWrite';
import type { AnalyseOptions, AnalysedDirectory } from './analyseOptions';
import { type ReadCycle, readCycle } from './readCycle';
import {
  FRAMEWORK_FILES,
  FRAMEWORK_FOLDER,
  OUTPUT_FILES,
  OUTPUT_FOLDER,
  OutputTreeError
} from './treeNames';
import { TextBytes } from '../report/textBytes';

/** Spaces of a level of JSON that is `pretty`. */
const PRETTY_INDENT = 4;

/**
 * Makes the files of an output tree from the raw profile in the directory of a cycle. Existing files
 * are replaced one by one, each only when it is complete; the raw profile stays.
 *
 * @throws OutputTreeError if the directory cannot be read or lacks some of the requested steps; nothing
 *   has been written then
 * @throws OutputFileError for a file that cannot be written
 */
export function analyseDirectory(directory: string, options: AnalyseOptions): AnalysedDirectory {
  return analyseCycle(directory, readCycle(directory), options);
}

/** {@link analyseDirectory} for a cycle that was already read. @throws as it does */
export function analyseCycle(
  directory: string,
  { profile: whole, metadata, notes: readNotes }: ReadCycle,
  options: AnalyseOptions
): AnalysedDirectory {
  const isWithoutSteps = options.stepList !== null && profileSteps(whole).length === 0;
  const stepList = isWithoutSteps ? null : options.stepList;
  const notes = isWithoutSteps ? [...readNotes, withoutSteps(directory)] : readNotes;
  const profile = stepList ? stepsOnly(directory, whole, stepList) : whole;
  const steps = profileSteps(profile).filter(({ number }) => stepList?.includes(number) ?? true);
  const runs = operatorRuns(profile, steps);
  const files: string[] = [];
  const write = (folder: string, name: string, content: Uint8Array): void => {
    const file = path.join(directory, folder, name);
    writeFileAtomically(file, content);
    files.push(file);
  };
  const trace = encodeKinetoTrace(profile, metadata, { callStacks: true });
  const shown = options.pretty ? indentJson(trace, PRETTY_INDENT) : trace;
  write(OUTPUT_FOLDER, OUTPUT_FILES.trace, shown);
  for (const [name, bytes] of outputTables(runs)) write(OUTPUT_FOLDER, name, bytes);
  if (options.dataSimplification) {
    removeFramework(directory);
  } else {
    for (const [name, bytes] of frameworkFiles(runs)) write(FRAMEWORK_FOLDER, name, bytes);
  }
  const numbers = steps.map(({ number }) => number);
  return { directory, files, steps: numbers, slices: profile.slices.length, notes };
}

type NamedFile = readonly [name: string, bytes: Uint8Array];

function* outputTables(runs: OperatorRuns): Generator<NamedFile> {
  const { profile, steps } = runs;
  yield [OUTPUT_FILES.kernels, kernelDetailsCsv(profile, steps)];
  yield [OUTPUT_FILES.operators, operatorDetailsCsv(runs)];
  yield [OUTPUT_FILES.memory, memoryRecordCsv(profile)];
  yield [OUTPUT_FILES.steps, stepTraceCsv(stepTraceTimes(profile, steps))];
}

function* frameworkFiles(runs: OperatorRuns): Generator<NamedFile> {
  yield [FRAMEWORK_FILES.operators, cpuFrameworkText(runs)];
  yield [FRAMEWORK_FILES.details, cpuOpDetailCsv(runs)];
  yield [FRAMEWORK_FILES.types, cpuOpTypeCsv(runs)];
  yield [FRAMEWORK_FILES.timestamps, cpuOpTimestampText(runs)];
}

const withoutSteps = (directory: string): string =>
  `${directory} has no steps, so all of it was analysed. Steps are those of a schedule, of ` +
  'profilerCallback, and ranges named ProfilerStep#1 and so on';

const EMPTY_LIST = 'cannot be analysed for an empty stepList';

/** The part of a profile in which the steps of these numbers ran. */
function stepsOnly(directory: string, profile: Profile, stepList: readonly number[]): Profile {
  const steps = profileSteps(profile);
  const wanted = steps.filter(({ number }) => stepList.includes(number));
  const missing = stepList.filter(number => !wanted.some(step => step.number === number));
  if (missing.length > 0 || wanted.length === 0) {
    const what = missing.length > 0 ? `has no step ${missing.join(', ')}` : EMPTY_LIST;
    throw new OutputTreeError(
      `${directory} ${what}: ${recordedSteps(steps)}. Give a stepList of steps that were recorded`
    );
  }
  const fromNs = wanted.reduce((least, { start }) => Math.min(least, start), Infinity);
  const toNs = wanted.reduce((most, { end }) => Math.max(most, end), 0);
  return cutProfile(profile, { fromNs, toNs });
}

function recordedSteps(steps: readonly ProfileStep[]): string {
  const numbers = steps.map(({ number }) => number).sort((a, b) => a - b);
  const last = numbers[numbers.length - 1];
  return numbers.length === 1 ? `it has step ${last}` : `it has steps ${numbers[0]} to ${last}`;
}

/** Removes the framework's files, and their folder unless something else is in it. */
function removeFramework(directory: string): void {
  const folder = path.join(directory, FRAMEWORK_FOLDER);
  for (const name of Object.values(FRAMEWORK_FILES)) {
    rmSync(path.join(folder, name), { force: true });
  }
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
}

const COLUMNS =
  'Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,' +
  'Bubble,Communication(Not Overlapped and Exclude Receive),Preparing,Waiting For Data,' +
  'Waiting For GPU';

/** `step_trace_time.csv`: a line for each step and GPU, in microseconds. */
export function stepTraceCsv(times: readonly StepTraceTime[]): Uint8Array {
  const output = new TextBytes();
  output.raw(`${COLUMNS}\n`);
  for (const time of times) {
    output.raw(`${time.device ?? NO_GPU},${time.step ?? ''}`);
    for (const read of DURATIONS) {
      output.raw(',');
      output.us(read(time));
    }
    output.raw('\n');
  }
  return output.written();
}

/** In the place of a GPU's number where operators are measured. */
const NO_GPU = 'CPU';

const DURATIONS: readonly ((time: StepTraceTime) => number)[] = [
  time => time.computing,
  time => time.exposedCommunication,
  time => time.overlapped,
  time => time.communication,
  time => time.free,
  time => time.stage,
  time => time.bubble,
  time => time.exposedSending,
  time => time.preparing,
  time => time.waitingForData,
  time => time.waitingForGpu
];
