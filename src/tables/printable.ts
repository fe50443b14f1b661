/** `text` on one line: with control characters (also line ends and terminal escapes) shown as `\u001b`. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  );
}

/** Each line of `text` as {@link printable} has it: what may hold texts of files stays harmless. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
