import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  type ICruiseOptions,
  type ICruiseResult,
  type IFlattenedRuleSet,
  cruise
} from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';

interface Configuration extends IFlattenedRuleSet {
  readonly options: ICruiseOptions;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const configuration = createRequire(import.meta.url)(
  here('../../.dependency-cruiser.cjs')
) as Configuration;
const { options, ...ruleSet } = configuration;
const ruleNames = (ruleSet.forbidden ?? []).map(({ name }) => name);
const FOLDERS = ['src', 'kernel-bridge', 'extension', 'vscode'];

async function brokenRules(folder: string): Promise<string[]> {
  const present = FOLDERS.filter(name => existsSync(`${folder}/${name}`));
  const { output } = await cruise(present, {
    ...options,
    tsConfig: { fileName: here('../../tsconfig.arch.json') },
    baseDir: folder,
    validate: true,
    ruleSet
  });
  const { summary } = output as ICruiseResult;
  return [...new Set(summary.violations.map(({ rule }) => rule.name))];
}

describe('the import rules', () => {
  it('each have a fixture that breaks them, and no fixture is left over', () => {
    expect(readdirSync(here('fixtures')).sort()).toEqual([...ruleNames].sort());
  });

  it.each(ruleNames)('%s fires on its fixture, and nothing else does', async name => {
    expect(await brokenRules(here(`fixtures/${name}`))).toEqual([name]);
  });
});
