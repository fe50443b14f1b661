import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, openSync, readSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leftBehindText } from '../../../src/program/leftBehind';
import { useFolder } from '../../support/folders';

const folder = useFolder();

test('of what is named as a recording and is no file nothing is read, so that nothing waits for a pipe', () => {
  const pipe = join(folder, 'pipe.kscope');
  execFileSync('mkfifo', [pipe]);
  symlinkSync(pipe, join(folder, 'link.kscope'));
  symlinkSync(join(folder, 'nothing'), join(folder, 'dangling.kscope'));
  mkdirSync(join(folder, 'folder.kscope'));
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  writeSync(descriptor, 'text');
  expect(leftBehindText([folder])).toBeNull();
  expect(readSync(descriptor, Buffer.alloc(10))).toBe(4);
});
