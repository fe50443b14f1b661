import { firstLineOf } from '../base/errors';

/**
 * What became of a check: `absent` is something that one can do without, `failed` something that
 * should work here.
 */
export type CheckStatus = 'ok' | 'absent' | 'failed';

/** One thing that the profiler needs or uses. */
export interface DoctorCheck {
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found, or why it is not there. */
  readonly found: string;
  /** What to do; empty where there is nothing to do. */
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

/** What `probe` finds, or the failure of a check that throws. */
export function probed(name: string, advice: string, probe: () => string): DoctorCheck {
  try {
    return working(name, probe());
  } catch (error) {
    return { name, status: 'failed', found: firstLineOf(error), advice };
  }
}
