import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ADDRESSED, moved, namesIn, repositoryName } from '../../../scripts/steps/repository.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the address of the repository', () => {
  it.each(ADDRESSED)('is that of package.json in %s', file => {
    const names = namesIn(read(file));
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names)).toEqual(new Set([repositoryName()]));
  });

  it.each(ADDRESSED)('moves as a whole in %s', file => {
    const text = moved(read(file), repositoryName(), 'someone/elsewhere');
    expect(new Set(namesIn(text))).toEqual(new Set(['someone/elsewhere']));
    expect(moved(text, 'someone/elsewhere', repositoryName())).toBe(read(file));
  });

  it('leaves addresses of others', () => {
    const text = 'https://github.com/other/one and github:a/b, https://mybinder.org/v2/gh/a/b/HEAD';
    expect(namesIn(text)).toEqual(['other/one', 'a/b', 'a/b']);
    expect(moved(text, 'a/b', 'c/d')).toBe(
      'https://github.com/other/one and github:c/d, https://mybinder.org/v2/gh/c/d/HEAD'
    );
  });
});
