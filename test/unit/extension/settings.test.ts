import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { DEFAULT_SETTINGS, readSettings } from '../../../extension/src/settings';

interface Schema {
  readonly properties: Readonly<Record<string, { readonly default: unknown }>>;
}

const schemaUrl = new URL('../../../extension/schema/plugin.json', import.meta.url);
const schema = JSON.parse(readFileSync(schemaUrl, 'utf8')) as Schema;

describe('readSettings', () => {
  it('takes what a person stored', () => {
    const stored = { profileCellOptions: ' --memory \n --shapes', inlineLimitKilobytes: 20 };
    expect(readSettings(stored)).toEqual({
      profileCellOptions: '--memory --shapes',
      inlineLimitKilobytes: 20
    });
  });

  it('counts anything malformed as not set', () => {
    const stored = { profileCellOptions: 3, inlineLimitKilobytes: -1 };
    expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
    expect(readSettings({})).toEqual(DEFAULT_SETTINGS);
  });

  it('has the defaults that the schema states', () => {
    const defaults = Object.entries(schema.properties).map(([key, value]) => [key, value.default]);
    expect(Object.fromEntries(defaults)).toEqual(DEFAULT_SETTINGS);
  });
});
