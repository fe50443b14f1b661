import { mergeRepetitions } from '../model/merge/mergeCells';
import { salvageProfile } from '../model/validate/validate';
import type { ProfileOptions } from '../settings/table/profileOptions';
import { RecordedProfile } from '../engine/results/recordedProfile';
import { recordingOptionsOf } from '../engine/arguments/recordingOptionsOf';
import type { ForkChannel } from './passedOn';
import { type Program, type ProgramRun, runProgram } from './runProgram';
import { SharedInput } from './sharedInput';

/**
 * Runs a program `warmup` times unrecorded, then `repeat` times, each in a separate process. The
 * Runs a program `warmup` times unrecorded, then `repeat` times, each in a separate process. The
 * profile has all recorded runs, one after the other without the time between them. All have the same input, except on
 * a terminal, which is for the last one. Only its output is shown, or that of a run that fails, which ends everything.
 * The last run has `channel`; messages of the others are dropped.
 *
 * @throws ProgramError, ProfileFileError, SharedInputError as `runProgram` does
 */
export async function runRepeatedly(
  program: Program,
  options: ProfileOptions,
  liveFile: string | null = null,
  channel: ForkChannel | null = null
): Promise<ProgramRun> {
  const { warmup, repeat } = options;
  const isShared = warmup + repeat > 1 && !process.stdin.isTTY;
  const input = isShared ? new SharedInput(process.stdin) : null;
  const unrecordedRun = { recording: null, liveFile, repetition: 0, isHeld: true, input, channel };
  for (let unrecorded = 0; unrecorded < warmup; unrecorded++) {
    const run = await runProgram(program, unrecordedRun);
    if (run.code !== 0) return run;
  }
  const recording = recordingOptionsOf(options);
  const profiles: RecordedProfile[] = [];
  for (let number = 1; ; number++) {
    const isLast = number === repeat;
    const repetition = repeat > 1 ? number : 0;
    const run = await runProgram(program, {
      recording,
      liveFile,
      repetition,
      isHeld: !isLast,
      input,
      channel
    });
    if (run.profile !== null) profiles.push(run.profile);
    if (run.code !== 0 || isLast) return { ...run, profile: joined(profiles) };
  }
}

function joined(profiles: readonly RecordedProfile[]): RecordedProfile | null {
  if (profiles.length < 2) return profiles[0] ?? null;
  return new RecordedProfile(salvageProfile(mergeRepetitions(profiles.map(({ data }) => data))));
}
