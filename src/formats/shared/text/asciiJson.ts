const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\f', '\\f'],
  ['\b', '\\b']
]);

const PLAIN = /^[ !#-[\]-~]*$/;

/** Text as a JSON string of ASCII characters alone, escaped as Python's `json` does. */
export function asciiJson(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return `"${text.replace(/["\\]|[^ -~]/g, escapeUnit)}"`;
}

/** Without the flag `u`, a pair of surrogates is two matches, as it is two escapes. */
function escapeUnit(unit: string): string {
  return SHORT.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
