import { describe, expect, it } from 'vitest';
import { type DriverSearchDeps, mayHaveDriver } from '../../../../src/sources/gpu/driverSearch';

const MAPS = `7f00-7f01 r-xp 00000000 08:01 12 /opt/node/bin/node
7f02-7f03 r-xp 00000000 08:01 13 /opt/private/libuv.so.1
7f04-7f05 rw-p 00000000 00:00 0
`;

/** A machine without a driver, except for the given files, which contain the given text. */
function machine(
  files: Readonly<Record<string, string>> = {},
  deps: Partial<DriverSearchDeps> = {}
): DriverSearchDeps {
  const all: Readonly<Record<string, string>> = {
    '/proc/self/maps': MAPS,
    '/proc/self/environ': 'HOME=/nobody\0LD_LIBRARY_PATH=/started\0',
    ...files
  };
  return {
    platform: 'linux',
    programFolder: '/opt/node/bin',
    currentFolder: '/here',
    libraryPath: undefined,
    folders: () => ['/usr/local/cuda/lib64'],
    exists: file => Object.keys(all).some(each => each === file || each.startsWith(`${file}/`)),
    read: file => {
      if (!(file in all)) throw new Error(`cannot read ${file}`);
      return all[file];
    },
    ...deps
  };
}

describe('the search for a driver', () => {
  it('is certain that there is none if no folder has it and the cache does not name it', () => {
    expect(mayHaveDriver(machine())).toBe(false);
    expect(mayHaveDriver(machine({ '/etc/ld.so.cache': 'libcuda.so.11\0libcud.so.1\0' }))).toBe(
      false
    );
  });

  it.each([
    ['in a folder that the addon searches', '/usr/local/cuda/lib64/libcuda.so.1'],
    ['in a usual folder', '/usr/lib/x86_64-linux-gnu/libcuda.so.1'],
    ['for one kind of processor', '/usr/lib64/glibc-hwcaps/x86-64-v3/libcuda.so.1'],
    ['for one kind of processor by an older loader', '/usr/lib/tls/haswell/libcuda.so.1'],
    ['in the LD_LIBRARY_PATH that the process was started with', '/started/libcuda.so.1'],
    ['beside other libraries of the process', '/opt/private/libcuda.so.1'],
    ['beside the program', '/opt/node/lib/libcuda.so.1'],
    ['as the files of its module alone', '/dev/nvidiactl'],
    ["in Windows' subsystem for Linux", '/dev/dxg']
  ])('finds it %s', (_place, file) => {
    expect(mayHaveDriver(machine({ [file]: '' }))).toBe(true);
  });

  it('finds it in the cache of ldconfig, and in the process', () => {
    const cache = 'ld.so-1.7.0\0libcuda.so.1\0/opt/nvidia/libcuda.so.1\0';
    expect(mayHaveDriver(machine({ '/etc/ld.so.cache': cache }))).toBe(true);
    const loaded = `${MAPS}7f06-7f07 r-xp 00000000 08:01 14 /x/libcuda.so.580.1\n`;
    expect(mayHaveDriver(machine({ '/proc/self/maps': loaded }))).toBe(true);
  });

  it('finds it in the current LD_LIBRARY_PATH, where an empty name is the current folder', () => {
    const libraryPath = '/a;b:';
    const withPath = (file: string) => machine({ [file]: '' }, { libraryPath });
    expect(mayHaveDriver(withPath('/a/libcuda.so.1'))).toBe(true);
    expect(mayHaveDriver(withPath('/here/b/libcuda.so.1'))).toBe(true);
    expect(mayHaveDriver(withPath('/here/libcuda.so.1'))).toBe(true);
    expect(mayHaveDriver(withPath('/c/libcuda.so.1'))).toBe(false);
  });

  it('is never certain where something is unknown', () => {
    const unread = (): never => {
      throw new Error('not permitted');
    };
    expect(mayHaveDriver(machine({}, { read: unread }))).toBe(true);
    expect(mayHaveDriver(machine({}, { folders: unread }))).toBe(true);
    expect(mayHaveDriver(machine({}, { libraryPath: '$ORIGIN/lib' }))).toBe(true);
    expect(mayHaveDriver(machine({}, { platform: 'darwin' }))).toBe(true);
  });
});
