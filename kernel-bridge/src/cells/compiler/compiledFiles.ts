/** True for a file that is compiled to JavaScript when a cell imports it. */
export function isCompiledFile(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file) && !/\.d\.[cm]?ts$/.test(file);
}

/** True for JavaScript that the compiler writes, false for maps and declarations. */
export function isEmittedScript(file: string): boolean {
  return /\.[cm]?jsx?$/.test(file);
}
