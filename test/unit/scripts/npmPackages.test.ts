import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { networkFault } from '../../../scripts/steps/networkFault.mjs';
import { npmCommand } from '../../../scripts/steps/paths.mjs';
import { useFolder } from '../../support/folders';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const text = (path: string): string => readFileSync(join(root, path), 'utf8');

const commands = readdirSync(join(root, 'scripts')).filter(name => name.endsWith('.mjs'));

/** What a module imports as it is loaded, and what these import in turn: own modules by path, packages by name. */
function importedAtLoad(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = text(path).matchAll(/^(?:import|export)\s(?:[^;'=]*\sfrom\s)?'([^']+)';$/gm);
  for (const [, from = ''] of imports) {
    if (from.startsWith('.')) importedAtLoad(join(dirname(path), from), found);
    else found.add(from);
  }
  return found;
}

describe('a command of package.json', () => {
  const { scripts } = JSON.parse(text('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  it.each(Object.entries(scripts))('%s is a script of the repository', (_, command) => {
    const [, path = ''] = /^node (scripts\/\w+\.mjs)/.exec(command) ?? [];
    expect(path).not.toBe('');
    expect(existsSync(join(root, path))).toBe(true);
  });
});

describe('a script of the repository', () => {
  it.each(commands)('%s loads where no package is installed', name => {
    const imported = [...importedAtLoad(`scripts/${name}`)];
    const packages = imported.filter(
      from => !from.startsWith('node:') && !existsSync(join(root, from))
    );
    expect(packages).toEqual([]);
  });

  it('is followed through the modules that it imports, over lines and again', () => {
    const imported = importedAtLoad('scripts/bench.mjs');
    expect(imported).toContain('scripts/steps/stamp.mjs');
    expect(imported).toContain('node:crypto');
    expect(importedAtLoad('kernel-bridge/build.mjs')).toContain('esbuild');
  });

  it('installs packages before it loads what needs them', () => {
    const late = commands.filter(name => /await import\('(?!node:)/.test(text(`scripts/${name}`)));
    expect(late.length).toBeGreaterThan(1);
    for (const name of late) {
      const script = text(`scripts/${name}`);
      expect(script).toMatch(/await installNpmPackages\('/);
    }
  });
});

describe('npm as scripts start it', () => {
  const folder = useFolder();

  it('says what failed where another npm, which is silent, runs the script', () => {
    const [command = '', ...first] = npmCommand();
    const env = {
      ...process.env,
      npm_config_loglevel: 'silent',
      npm_config_cache: join(folder, 'empty'),
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0'
    };
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(command, [...first, 'view', 'acorn'], options);
    expect(status).not.toBe(0);
    expect(networkFault(stderr)).toMatch(/^ECONNREFUSED/);
  });
});
