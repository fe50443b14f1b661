/** The settings and what they are where they are not set; `package.json` has the same, with texts. */
export const SETTINGS = {
  python: '',
  installSource: '',
  profileCellOptions: ''
} as const satisfies Readonly<Record<string, string>>;

/** The first part of the names of all settings. */
export const SECTION = 'kernelscope';

/** A setting as one line of text, from the section of the settings; what is malformed counts as not set. */
export function setting(
  section: { get(name: string): unknown },
  name: keyof typeof SETTINGS
): string {
  const value = section.get(name);
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text === '' ? SETTINGS[name] : text;
}
