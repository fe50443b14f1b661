import type { ProfileOptions } from 'kernelscope/settings';
import type { RunHooks } from '../cells/cellRun';
import type { DriveCell } from '../cells/executor';
import { HeldOutputs } from '../requests/heldOutputs';
import type { MagicSession } from './magicSession';

/** The recording of a repeated cell, as its runs use it. */
export interface RepeatedRecording {
  /** Before every recorded run; only the first begins the recording. */
  start(): void;
  /** Begins the slice of a run, counted from 1; the result ends it. */
  beginRepetition(number: number): () => void;
  /** The code of the last recorded run has returned: takes the time. */
  leave(): void;
  /** After the last recorded run. */
  end(): void;
}

/**
 * Runs a cell `warmup` times unrecorded, then `repeat` times. The outputs of the last run alone are
 * shown, or of the one that fails, which ends it all. A cell that is recorded once has no slice
 * around it.
 */
export function repeatedly(
  session: MagicSession,
  { warmup, repeat }: Pick<ProfileOptions, 'warmup' | 'repeat'>,
  recording: RepeatedRecording
): DriveCell {
  return async ({ run }) => {
    for (let unrecorded = 0; unrecorded < warmup; unrecorded++) {
      await withoutOutputs(session, () => run());
    }
    for (let number = 1; number < repeat; number++) {
      await withoutOutputs(session, () => run(hooksOf(recording, number, repeat)));
    }
    await run(hooksOf(recording, repeat, repeat));
  };
}

function hooksOf(recording: RepeatedRecording, number: number, repeat: number): RunHooks {
  let endRepetition: (() => void) | null = null;
  return {
    before: () => recording.start(),
    entered() {
      endRepetition = repeat > 1 ? recording.beginRepetition(number) : null;
    },
    leaving() {
      endRepetition?.();
      endRepetition = null;
      if (number === repeat) recording.leave();
    },
    after() {
      endRepetition?.();
      if (number === repeat) recording.end();
    }
  };
}

/** Runs what nobody wants to see, unless it fails. */
async function withoutOutputs(
  { context, display }: MagicSession,
  run: () => Promise<unknown>
): Promise<void> {
  const held = new HeldOutputs();
  try {
    await context.hold(held, run);
    display.drop(held);
  } catch (error) {
    display.release(held);
    throw error;
  }
}
