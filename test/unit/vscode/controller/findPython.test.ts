import { describe, expect, it } from 'vitest';
import {
  commandText,
  findPython,
  findWheel,
  foldersUpTo,
  installCommands
} from '../../../../vscode/src/controller/findPython';

const find = (files: readonly string[], { setting = '', isWindows = false } = {}): object =>
  findPython({
    setting,
    isWindows,
    folders: isWindows ? ['C:\\w\\a', 'C:\\w'] : ['/w/a', '/w'],
    exists: path => files.includes(path)
  });

describe('the Python of a kernel', () => {
  it('is that of the setting, then of the nearest environment, then of the system', () => {
    const all = ['/w/.venv/bin/python', '/w/a/.venv/bin/python'];
    expect(find(all, { setting: 'pypy' })).toEqual({ command: 'pypy', origin: 'setting' });
    expect(find(all)).toEqual({ command: '/w/a/.venv/bin/python', origin: 'environment' });
    expect(find(all.slice(0, 1))).toEqual({ command: all[0], origin: 'environment' });
    expect(find([])).toEqual({ command: 'python3', origin: 'path' });
  });

  it('has other names in Windows', () => {
    const python = 'C:\\w\\.venv\\Scripts\\python.exe';
    expect(find([python], { isWindows: true })).toMatchObject({ command: python });
    expect(find([], { isWindows: true })).toMatchObject({ command: 'python' });
  });

  it('is looked for up to the folder of the workspace, and not beyond', () => {
    expect(foldersUpTo('/w', '/w/a/b')).toEqual(['/w/a/b', '/w/a', '/w']);
    expect(foldersUpTo('/w', '/w')).toEqual(['/w']);
    expect(foldersUpTo('/w', '/other/a')).toEqual(['/other/a']);
    expect(foldersUpTo(undefined, '/w/a')).toEqual(['/w/a']);
  });
});

describe('the wheel of Kernelscope', () => {
  const wheel = (files: Readonly<Record<string, readonly string[]>>): string | null =>
    findWheel(['/w/a', '/w'], folder => files[folder] ?? []);

  it('is the newest in the nearest folder, or in the folder dist in it', () => {
    const built = ['kernelscope-0.9.0-py3-none-any.whl', 'kernelscope-0.10.0-py3-none-any.whl'];
    expect(wheel({ '/w': built, '/w/dist': ['kernelscope-1.0.0-py3-none-any.whl'] })).toBe(
      '/w/kernelscope-0.10.0-py3-none-any.whl'
    );
    expect(wheel({ '/w/a/dist': built, '/w': built })).toBe(
      '/w/a/dist/kernelscope-0.10.0-py3-none-any.whl'
    );
  });

  it('is nothing of another name', () => {
    const others = ['kernelscope.whl', 'kernelscope-1.0.0.tar.gz', 'other-1.0.0.whl'];
    expect(wheel({ '/w': others })).toBeNull();
  });
});

describe('what installs a kernel', () => {
  const place = { folder: '/w', source: 'kernelscope[node]', isWindows: false };

  it('changes the environment that there is, and never the Python of the system', () => {
    const own = { command: '/w/.venv/bin/python', origin: 'environment' } as const;
    expect(installCommands(own, place).map(commandText)).toEqual([
      '/w/.venv/bin/python -m pip install -- kernelscope[node]'
    ]);
    const system = { command: 'python3', origin: 'path' } as const;
    expect(installCommands(system, place).map(commandText)).toEqual([
      'python3 -m venv /w/.venv',
      '/w/.venv/bin/python -m pip install -- kernelscope[node]'
    ]);
  });

  it('has arguments that are read as they are passed', () => {
    const source = '/my wheels/$(touch x).whl';
    const own = { command: 'python3', origin: 'setting' } as const;
    const [command] = installCommands(own, { ...place, source });
    expect(command.at(-1)).toBe(source);
    expect(command.at(-2)).toBe('--');
    expect(commandText(command)).toContain(JSON.stringify(source));
  });
});
