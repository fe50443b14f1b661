import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatCount } from '../../../src/base/text';
import { FACT_RECORDS } from '../../../src/facts/table';
import {
  RECORDING_OPTION_NAMES,
  type RecordingOptionName,
  recordingOption
} from '../../../src/settings/table/recordingOptions';

const page = readFileSync(
  new URL('../../../docs/user-guide/sessions.md', import.meta.url),
  'utf8'
).replace(/ +/g, ' ');

/** Off in sessions, some of them unlike in `%%profile`. */
const ON_REQUEST = FACT_RECORDS.flatMap(({ option }) =>
  option === null || option.isUpstream ? [] : [option.name as RecordingOptionName]
);

it.each(RECORDING_OPTION_NAMES)('documents the option %s of sessions, and its default', name => {
  const { default: usual, flag } = recordingOption(name);
  const value = ON_REQUEST.includes(name) ? false : usual;
  const text = typeof value === 'number' ? formatCount(value) : `\`${value}\``;
  const form = flag === undefined ? ' ' : ` \`--${flag.long}\` `;
  expect(page).toContain(`\n| \`${name}\` |${form}| ${text} | `);
});
