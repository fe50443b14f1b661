/** Environment variable with flags for every Node that a process launches. */
export const NODE_OPTIONS = 'NODE_OPTIONS';

/** The text of `NODE_OPTIONS` with a flag in front of `text` that has Node load `file` first. */
export function withRequired(text: string | undefined, file: string): string {
  const flag = requireFlag(file);
  if (text === undefined || text === '') return flag;
  return text.includes(flag) ? text : `${flag} ${text}`;
}

/** `text` without that flag; undefined when nothing is left, as where the variable was not set. */
export function withoutRequired(text: string | undefined, file: string): string | undefined {
  const flag = requireFlag(file);
  if (text === undefined) return undefined;
  const rest = text.replace(`${flag} `, '').replace(flag, '');
  return rest.trim() === '' && text.includes(flag) ? undefined : rest;
}

/** Quoted as Node reads it: a folder may have spaces in its name. */
function requireFlag(file: string): string {
  return `--require="${file.replace(/["\\]/g, '\\$&')}"`;
}
