/** A warning of the process; while it exits, when nothing runs later, it is told at once. */
export function emitProfilerWarning(message: string, isExiting: boolean): void {
  if (!isExiting) {
    process.emitWarning(message, 'KernelscopeWarning');
    return;
  }
  const warning = new Error(message);
  warning.name = 'KernelscopeWarning';
  process.emit('warning', warning);
}
