/** Emits a warning of the process; during its exit, when nothing runs later, prints it immediately. */
export function emitProfilerWarning(message: string, isExiting: boolean): void {
  if (!isExiting) {
    process.emitWarning(message, 'KernelscopeWarning');
    return;
  }
  const warning = new Error(message);
  warning.name = 'KernelscopeWarning';
  process.emit('warning', warning);
}
