import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Surroundings,
  codeFile,
  isCodeFile
} from '../../../../kernel-bridge/src/host/codeFolder';

const HOME = path.join(path.sep, 'home', 'ada');

const BUILD = { script: '/kernel/main.cjs', content: 'abc' };

const fileIn = (given: Partial<Surroundings>, build = BUILD): string | null =>
  codeFile(build, { env: {}, platform: 'linux', home: HOME, ...given });

describe('the file for compiled code', () => {
  it.each([
    ['linux', {}, path.join(HOME, '.cache')],
    ['linux', { XDG_CACHE_HOME: '/caches' }, '/caches'],
    ['linux', { XDG_CACHE_HOME: '' }, path.join(HOME, '.cache')],
    ['darwin', {}, path.join(HOME, 'Library', 'Caches')],
    ['win32', { LOCALAPPDATA: 'C:\\Local' }, 'C:\\Local'],
    ['win32', {}, path.join(HOME, 'AppData', 'Local')]
  ] as const)("lies in the user's folder for caches: %s, %o", (platform, env, folder) => {
    const file = fileIn({ platform, env })!;
    expect(path.dirname(file)).toBe(path.join(folder, 'kernelscope'));
    const name = path.basename(file);
    expect(name).toMatch(/^[0-9a-f]{16}-/);
    expect(name).toContain(`-${process.version}-${process.arch}.code`);
    expect(isCodeFile(name)).toBe(true);
  });

  it('is another one for each content and each place of the script', () => {
    const builds = [BUILD, { ...BUILD, script: '/other/main.cjs' }, { ...BUILD, content: 'abd' }];
    expect(new Set(builds.map(build => fileIn({}, build))).size).toBe(3);
    expect(fileIn({}, { ...BUILD })).toBe(fileIn({}));
  });

  it('is none where Node is told to keep no code', () => {
    expect(fileIn({ env: { NODE_DISABLE_COMPILE_CACHE: '1' } })).toBeNull();
    expect(fileIn({ env: { NODE_DISABLE_COMPILE_CACHE: '' } })).not.toBeNull();
  });
});
