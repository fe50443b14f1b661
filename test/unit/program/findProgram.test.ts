import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../src/program/findProgram';
import { programCommand } from '../../../src/program/programCommand';
import { ProgramError } from '../../../src/program/programError';
import { useFolder } from '../../support/folders';

const folder = useFolder();
const bin = path.join(folder, 'node_modules', '.bin');
const below = path.join(folder, 'packages', 'app');
const TOOL = path.join(folder, 'node_modules', 'tool', 'cli.mjs');

/** As pnpm writes them. */
const SHIM = `#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")
if [ -x "$basedir/node" ]; then
  exec "$basedir/node"  "$basedir/../tool/cli.mjs" "$@"
else
  exec node  "$basedir/../tool/cli.mjs" "$@"
fi
`;

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

beforeAll(() => {
  mkdirSync(bin, { recursive: true });
  mkdirSync(below, { recursive: true });
  write('node_modules/tool/cli.mjs', '');
  symlinkSync('../tool/cli.mjs', path.join(bin, 'linked'));
  chmodSync(write('node_modules/.bin/shimmed', SHIM), 0o755);
  write('node_modules/.bin/npx', '');
  write('app.js', '');
});

const found = (file: string, ...args: readonly string[]) => findProgram({ file, args }, below);

describe('the program that is asked for', () => {
  it('is a file, by its path', () => {
    const file = path.join(folder, 'app.js');
    expect(found(file, 'a')).toEqual({ file, args: ['a'] });
    expect(found('../../app.js')).toEqual({ file: '../../app.js', args: [] });
    expect(found('absent.js')).toEqual({ file: 'absent.js', args: [] });
  });

  it('is a tool by its name, in the nearest folder above', () => {
    expect(found('linked', '-x')).toEqual({ file: path.join(bin, 'linked'), args: ['-x'] });
    expect(found('./linked').file).toBe('./linked');
  });

  it('is a file rather than a tool of its name', () => {
    write('packages/app/linked', '');
    expect(found('linked').file).toBe('linked');
  });

  it('is a tool rather than a folder of its name', () => {
    mkdirSync(path.join(below, 'shimmed'));
    expect(found('shimmed').file).toBe(TOOL);
    mkdirSync(path.join(below, 'node'));
    expect(path.parse(found('node', '--test').file).name).toBe('startedNode');
  });

  it('is the script behind a script of the shell', () => {
    expect(found('shimmed', 'a')).toEqual({ file: TOOL, args: ['a'] });
    expect(found(path.join(bin, 'shimmed')).file).toBe(TOOL);
  });

  it('is the file after node, or Node itself where that has flags', () => {
    const file = path.join(folder, 'app.js');
    expect(found('node', file, '--test')).toEqual({ file, args: ['--test'] });
    const { file: starter, args } = found('node', '--test', 'app.test.js');
    expect([path.parse(starter).name, args]).toEqual(['startedNode', ['--test', 'app.test.js']]);
  });

  it('is the tool after npx', () => {
    const { file, args } = findProgram({ file: 'npx', args: ['shimmed', '--all'] }, folder);
    expect([file, args]).toEqual([TOOL, ['--all']]);
  });

  it.each([
    [[], 'name a tool after it, without options of npx'],
    [['-y', 'shimmed'], 'name a tool after it, without options of npx'],
    [['absent'], 'nothing is downloaded. Install its package'],
    [['../shimmed'], 'nothing is downloaded']
  ])('is not npx %j', (args, message) => {
    expect(() => found('npx', ...args)).toThrow(ProgramError);
    expect(() => found('npx', ...args)).toThrow(message);
  });
});

describe('a file without an ending', () => {
  it('is run if its first line names node, or if it is a link to a program', () => {
    const tool = write('tool', '#!/usr/bin/env -S node --no-warnings\n');
    expect(programCommand(tool, false)).toEqual([tool]);
    expect(programCommand(path.join(bin, 'linked'), false)).toEqual([path.join(bin, 'linked')]);
  });

  it.each(['', '#!/bin/sh\nnode\n', '// node', '#!/usr/bin/env nodejs-like'])(
    'is not run where it is %j',
    text => {
      expect(() => programCommand(write('other', text), false)).toThrow(
        /Cannot run .*other: its ending is not one of .*, and its first line names no node$/
      );
    }
  );
});
