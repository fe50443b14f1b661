import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutputFileError, writeFileAtomically } from '../../../../src/engine/results/atomicWrite';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const NEW = Buffer.from('new');

function at(...names: readonly string[]): string {
  return path.join(folder, ...names);
}

describe('writeFileAtomically', () => {
  it('makes the folders that are missing', () => {
    writeFileAtomically(at('a', 'b', 'c.json'), NEW);
    expect(readFileSync(at('a', 'b', 'c.json'), 'utf8')).toBe('new');
    expect(readdirSync(at('a', 'b'))).toEqual(['c.json']);
  });

  it('makes no folder that somebody has removed, where it must not', () => {
    expect(() => writeFileAtomically(at('gone', 'a.json'), NEW, false)).toThrow(OutputFileError);
    expect(readdirSync(folder)).toEqual([]);
    writeFileAtomically(at('a.json'), NEW, false);
    expect(readFileSync(at('a.json'), 'utf8')).toBe('new');
  });

  it('writes where a link leads to which nothing is there yet, and leaves the link', () => {
    symlinkSync('later', at('dangling'));
    symlinkSync(at('dangling'), at('toDangling'));
    writeFileAtomically(at('toDangling'), NEW);
    expect(lstatSync(at('toDangling')).isSymbolicLink()).toBe(true);
    expect(lstatSync(at('dangling')).isSymbolicLink()).toBe(true);
    expect(lstatSync(at('later')).isFile()).toBe(true);
    expect(readFileSync(at('later'))).toEqual(Buffer.from(NEW));
  });

  it('refuses links that lead in a circle, and leaves them', () => {
    symlinkSync(at('round'), at('about'));
    symlinkSync(at('about'), at('round'));
    expect(() => writeFileAtomically(at('round'), NEW)).toThrow(OutputFileError);
    expect(lstatSync(at('round')).isSymbolicLink()).toBe(true);
  });

  it('follows a link and keeps the permissions of the file', () => {
    writeFileSync(at('target'), 'old', { mode: 0o600 });
    symlinkSync(at('target'), at('link'));
    writeFileAtomically(at('link'), NEW);
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('target'), 'utf8')).toBe('new');
    expect(statSync(at('target')).mode & 0o777).toBe(0o600);
  });

  it('takes a name as long as the system allows', () => {
    const name = 'x'.repeat(255);
    writeFileAtomically(at(name), NEW);
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('writes to a device as it is', () => {
    writeFileAtomically('/dev/null', NEW);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('returns soon where the system makes no folders', () => {
    const write = (): void => writeFileAtomically('/proc/kernelscope/a/b.json', NEW);
    expect(write).toThrow(OutputFileError);
    expect(write).toThrow('Cannot write /proc/kernelscope/a/b.json: ENOENT');
  });

  it('refuses anything but a regular file, and leaves it', async () => {
    const server = createServer().listen(at('socket'));
    await new Promise(resolve => server.once('listening', resolve));
    expect(() => writeFileAtomically(at('socket'), NEW)).toThrow('it is not a regular file');
    expect(statSync(at('socket')).isSocket()).toBe(true);
    server.close();
  });

  it('refuses a folder, and leaves what is in it', () => {
    mkdirSync(at('sub'));
    writeFileSync(at('sub', 'file'), 'old');
    expect(() => writeFileAtomically(at('sub'), NEW)).toThrow(
      `Cannot write ${at('sub')}: it is a folder. Name a file in it.`
    );
    expect(readdirSync(at('sub'))).toEqual(['file']);
  });

  it('refuses a file of the system, and leaves it', () => {
    const before = readFileSync('/proc/version', 'utf8');
    expect(() => writeFileAtomically('/proc/version', NEW)).toThrow(OutputFileError);
    expect(readFileSync('/proc/version', 'utf8')).toBe(before);
  });
});
