import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stampsOf } from '../../../scripts/steps/npmPackages.mjs';

const text = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

describe('the packages of npm that a command installs', () => {
  it('are there for the product after those for VS Code, not the other way round', () => {
    expect(stampsOf('product', 'lock')).toContain('product lock');
    expect(stampsOf('product', 'lock')).toContain('vscode lock');
    expect(stampsOf('vscode', 'lock')).toEqual(['vscode lock']);
    expect(stampsOf('all', 'lock')).toEqual([]);
  });

  it('are installed before npm run vscode loads what needs them', () => {
    const { scripts } = JSON.parse(text('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(scripts.vscode).toBe('node scripts/vscode.mjs');
    const script = text('scripts/vscode.mjs');
    const atLoad = [...script.matchAll(/^import .* from '(.*)';$/gm)].map(([, from]) => from);
    expect(atLoad.length).toBeGreaterThan(2);
    expect(atLoad.every(from => /^(node:|\.\/steps\/)/.test(from))).toBe(true);
    expect(script.indexOf("installNpmPackages('vscode')")).toBeLessThan(
      script.indexOf("import('../vscode/package.mjs')")
    );
  });
});
