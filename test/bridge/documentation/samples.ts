/** Stands for any number of lines in a sample. */
const ELISION = '…';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A text without what varies, and without the widths of columns, which vary with it. */
function withoutVariation(text: string, varies: RegExp | undefined): string {
  if (varies === undefined) return text;
  return text
    .replace(varies, '#')
    .replace(/([ \t=-])\1+/g, '$1')
    .replace(/ +$/gm, '');
}

/** True if `printed` is as a sample shows it, where a line `…` stands for lines that are left out. */
export function isAsShown(printed: string, sample: string, varies?: RegExp): boolean {
  const [shown, got] = [sample, printed].map(text => withoutVariation(text.trim(), varies));
  const lines = shown
    .split('\n')
    .map(line => (line === ELISION ? '(?:.*\\n)*?' : `${escaped(line)}\\n`));
  return new RegExp(`^${lines.join('')}$`).test(`${got}\n`);
}
