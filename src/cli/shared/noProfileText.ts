import type { ProgramRun } from '../../program/runProgram';

/** Why a program of `file` has left no profile, and what helps; one line. */
export function noProfileText(file: string, { code, signal }: Omit<ProgramRun, 'profile'>): string {
  if (signal !== null) {
    return (
      `${file} left no profile behind: ${signal} ended it before it was recorded. Let it run ` +
      'longer, or end it with SIGTERM or SIGINT'
    );
  }
  return (
    `${file} left no profile behind: it ended with ${code} before it was recorded, or without ` +
    "the 'exit' event of its process. With --warmup, the unrecorded run must end with 0"
  );
}
