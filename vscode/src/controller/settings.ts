import type { Uri } from 'vscode';
import { workspace } from 'vscode';

/** The settings and what they are where they are not set; `package.json` has the same, with texts. */
const SETTINGS = {
  python: '',
  installSource: 'kernelscope[node]',
  profileCellOptions: ''
} as const satisfies Readonly<Record<string, string>>;

/** A setting as one line of text; what is malformed counts as not set. */
export function setting(name: keyof typeof SETTINGS, place?: Uri): string {
  const value: unknown = workspace.getConfiguration('kernelscope', place).get(name);
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text === '' ? SETTINGS[name] : text;
}
