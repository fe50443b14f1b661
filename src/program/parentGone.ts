/** True once the process that launched this one, `parentPid`, has ended. */
export function isParentGone(parentPid: number): boolean {
  if (process.ppid !== parentPid) return true;
  try {
    process.kill(parentPid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
