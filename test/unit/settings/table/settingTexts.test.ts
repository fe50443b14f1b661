import { expect, it } from 'vitest';
import { findMagic } from '../../../../src/settings/magics/findMagic';
import { parseMagicLine } from '../../../../src/settings/magics/parseMagic';
import {
  DEFAULT_PROFILE_OPTIONS,
  type ProfileOptions
} from '../../../../src/settings/table/profileOptions';
import { settingTexts } from '../../../../src/settings/table/optionTable';

const changed: ProfileOptions = {
  ...DEFAULT_PROFILE_OPTIONS,
  sortBy: 'name',
  ascending: true,
  top: 0,
  format: 'json',
  cpuIntervalUs: null,
  lines: false,
  memoryPeriodMs: 5,
  operators: false,
  shapes: true,
  stacks: true,
  flops: true,
  allocationBytes: 4096,
  retainedBytes: 8192,
  async: false,
  api: true,
  nodeShares: true,
  workers: false,
  gpu: false,
  maxEvents: 7,
  outputs: [],
  quiet: true,
  warmup: 0,
  repeat: 1,
  compare: null,
  budgets: []
};

it.each([DEFAULT_PROFILE_OPTIONS, changed])(
  'writes options as %%profile config reads them',
  options => {
    const words = Object.entries(settingTexts(options)).map(([key, value]) => `${key}=${value}`);
    const start = options === changed ? DEFAULT_PROFILE_OPTIONS : changed;
    const command = parseMagicLine(findMagic(`%profile config ${words.join(' ')}`)!);
    if (command.command !== 'profileConfig') throw new Error(command.command);
    expect({ ...start, ...command.changes.options }).toEqual(options);
  }
);
