import type { DoctorCheck } from './doctorCheck';
import { type DoctorEnvironment, machineChecks } from './machineChecks';
import { packageChecks } from './packageChecks';

/** The findings of `doctor`. */
export interface DoctorReport {
  readonly checks: readonly DoctorCheck[];
  /** True where everything works that should work here. */
  readonly isHealthy: boolean;
}

/**
 * Checks which parts of the profiler work on this machine and in this folder. Takes less than a second.
 */
export function runDoctor(around: DoctorEnvironment): DoctorReport {
  const checks = [...machineChecks(around), ...packageChecks(around.folder)];
  return { checks, isHealthy: checks.every(({ status }) => status !== 'failed') };
}

const NAME_WIDTH = 30;
const STATUS_WIDTH = 8;

/** The checks as text, one per line, with advice below those that are not `ok`. */
export function doctorText({ checks }: DoctorReport): string {
  return checks
    .flatMap(({ name, status, found, advice }) => [
      `${status.padEnd(STATUS_WIDTH)}${name.padEnd(NAME_WIDTH)}${found}`,
      ...(advice === '' ? [] : [`${' '.repeat(STATUS_WIDTH + NAME_WIDTH)}${advice}`])
    ])
    .join('\n');
}
