import { firstLineOf } from '../base/errors';

/**
 * The outcome of a check: `absent` for something optional, `failed` for something that should work
 * here.
 */
export type CheckStatus = 'ok' | 'absent' | 'failed';

/** One thing that the profiler needs or uses. */
export interface DoctorCheck {
  readonly name: string;
  readonly status: CheckStatus;
  /** The finding, or why it is missing. */
  readonly found: string;
  /** What to do; empty if there is nothing to do. */
  readonly advice: string;
}

/** Something that works. */
export function working(name: string, found: string): DoctorCheck {
  return { name, status: 'ok', found, advice: '' };
}

/** Something that is not there and need not be. */
export function absent(name: string, found: string, advice: string): DoctorCheck {
  return { name, status: 'absent', found, advice };
}

/** The findings of `probe`, or the failure of a check that throws. */
export function probed(name: string, advice: string, probe: () => string): DoctorCheck {
  try {
    return working(name, probe());
  } catch (error) {
    return { name, status: 'failed', found: firstLineOf(error), advice };
  }
}
