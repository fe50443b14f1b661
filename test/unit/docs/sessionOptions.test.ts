import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatCount } from '../../../src/base/text';
import {
  RECORDING_OPTION_NAMES,
  recordingOption
} from '../../../src/settings/table/recordingOptions';

const page = readFileSync(
  new URL('../../../docs/user-guide/sessions.md', import.meta.url),
  'utf8'
).replace(/ +/g, ' ');

/** Off in sessions, unlike in `%%profile`. */
const ON_REQUEST: readonly string[] = ['waits', 'requests', 'userTimings', 'sampleLabels'];

it.each(RECORDING_OPTION_NAMES)('documents the option %s of sessions, and its default', name => {
  const { default: usual, flag } = recordingOption(name);
  const value = ON_REQUEST.includes(name) ? false : usual;
  const text = typeof value === 'number' ? formatCount(value) : `\`${value}\``;
  const form = flag === undefined ? ' ' : ` \`--${flag.long}\` `;
  expect(page).toContain(`\n| \`${name}\` |${form}| ${text} | `);
});
