import { mergeProfiles } from '../../model/merge/mergeProfiles';
import type { ProfileOptions } from '../../options/profileOptions';
import { FinishedProfile } from '../finishedProfile';
import { recordingOptionsOf } from '../recordingOptionsOf';
import type { Program, ProgramRun } from './runProgram';
import { runProgram } from './runProgram';

/**
 * Runs a program `warmup` times unrecorded, then `repeat` times, each in a process of its own. The
 * profile has all recorded runs. The output of the last one alone is shown, or of one that fails, which
 * ends it all.
 *
 * @throws ProgramError, ProfileFileError as `runProgram` does
 */
export async function runRepeatedly(
  program: Program,
  options: ProfileOptions
): Promise<ProgramRun> {
  const { warmup, repeat } = options;
  for (let unrecorded = 0; unrecorded < warmup; unrecorded++) {
    const { code } = await runProgram(program, { recording: null, repetition: 0, isHeld: true });
    if (code !== 0) return { code, profile: null };
  }
  const recording = recordingOptionsOf(options);
  const profiles: FinishedProfile[] = [];
  for (let number = 1; ; number++) {
    const isLast = number === repeat;
    const repetition = repeat > 1 ? number : 0;
    const run = await runProgram(program, { recording, repetition, isHeld: !isLast });
    if (run.profile !== null) profiles.push(run.profile);
    if (run.code !== 0 || isLast) return { code: run.code, profile: joined(profiles) };
  }
}

function joined(profiles: readonly FinishedProfile[]): FinishedProfile | null {
  if (profiles.length < 2) return profiles[0] ?? null;
  return new FinishedProfile(mergeProfiles(profiles.map(({ data }) => data)));
}
