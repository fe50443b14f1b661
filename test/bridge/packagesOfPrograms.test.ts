import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../support/tiers';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

const folder = useFolder();

beforeAll(() => {
  write('app/node_modules/plain/index.js', `exports.plain = ${BODY};`);
  write('app/node_modules/@scope/name/package.json', '{ "type": "module", "exports": "./i.js" }');
  write('app/node_modules/@scope/name/i.js', `export const scoped = ${BODY};`);
  write(
    'app/node_modules/.pnpm/linked@1.0.0/node_modules/linked/index.js',
    `exports.linked = ${BODY};`
  );
  link('.pnpm/linked@1.0.0/node_modules/linked', 'app/node_modules/linked');
  write('member/index.js', `exports.member = ${BODY};`);
  link('../../member', 'app/node_modules/member');
});

/** Runs for so many milliseconds of CPU time, however often the process is paused. */
const BODY = `function (ms) {
  const until = process.cpuUsage().user + ms * 1000;
  let sum = 0;
  while (process.cpuUsage().user < until) {
    for (let i = 0; i < 1e5; i++) sum += Math.sqrt(i);
  }
  return sum;
}`;

function write(name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function link(target: string, name: string): void {
  symlinkSync(target, path.join(folder, name));
}

function kernelscope(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: path.join(folder, 'app'),
    encoding: 'utf8'
  });
  return { status, out: stdout, err: stderr };
}

interface TimeJson {
  readonly packages: {
    readonly wholeNs: number;
    readonly rows: readonly { owner: string; name: string; selfNs: number }[];
  };
  readonly lines: {
    readonly wholeNs: number;
    readonly restNs: number;
    readonly rows: readonly { file: string; line: number; selfNs: number; source: string | null }[];
  };
}

const CALLS = 'plain(150); scoped(150); linked(150); member(150);';

/** A program in TypeScript, as an ES module, and as CommonJS. */
const PROGRAMS = {
  'main.mts': `interface Work { (ms: number): number }
import plainModule from 'plain';
import { scoped } from '@scope/name';
import linkedModule from 'linked';
import memberModule from 'member';
const [plain, linked, member] = [plainModule.plain, linkedModule.linked, memberModule.member] as Work[];
function own(ms: number): number {
  const until = process.cpuUsage().user + ms * 1000;
  let sum = 0;
  while (process.cpuUsage().user < until) {
    for (let i = 0; i < 1e5; i++) sum += Math.sqrt(i); // the hot one
  }
  return sum;
}
own(400);
${CALLS}`,
  'main.mjs': `import { plain } from 'plain';
import { scoped } from '@scope/name';
import { linked } from 'linked';
import { member } from 'member';
${CALLS}`,
  'main.cjs': `const { plain } = require('plain');
const { linked } = require('linked');
const { member } = require('member');
import('@scope/name').then(({ scoped }) => {
  ${CALLS}
});`
} as const;

describe.each(sampleOf(Object.entries(PROGRAMS), 3))('%s', (name, text) => {
  test('counts the time of each package, and what loading modules took', () => {
    write(`app/${name}`, text);
    const ran = kernelscope('run', '-o', `${name}.kscope`, name);
    expect(ran.status).toBe(0);
    expect(ran.err).toContain('Time by Package');
    const options = ['--startup', '-p', '0', '-l', '0', '-f', 'json'];
    const shown = kernelscope('show', `${name}.kscope`, ...options);
    const { packages, lines } = JSON.parse(shown.out) as TimeJson;
    const nsOf = (wanted: string) =>
      packages.rows.find(({ name: known, owner }) => (known || owner) === wanted)?.selfNs ?? 0;
    for (const each of ['plain', '@scope/name', 'linked', 'own', 'loading']) {
      expect([each, nsOf(each) > 0]).toEqual([each, true]);
    }
    expect(packages.rows.map(({ name: known }) => known)).not.toContain('member');
    expect(packages.rows.map(({ name: known }) => known).join()).not.toContain('.pnpm');
    const sum = packages.rows.reduce((all, { selfNs }) => all + selfNs, 0);
    expect(sum / packages.wholeNs).toBeCloseTo(1, 6);
    const sumOfLines = lines.rows.reduce((all, { selfNs }) => all + selfNs, lines.restNs);
    expect(sumOfLines / lines.wholeNs).toBeCloseTo(1, 6);
  });
});

test('the lines of TypeScript have the text of the source', () => {
  const shown = kernelscope('show', 'main.mts.kscope', '--lines', '3');
  expect(shown.out).toMatch(/ main\.mts:11 +for \(let i = 0; .*\n/);
});

test('what run prints of a plain program fits on a screen', () => {
  write('app/small.cjs', `const work = ${BODY};\nwork(300);`);
  const { err } = kernelscope('run', 'small.cjs');
  const ofBusyMachine = /^- The machine was busy|waiting for a core$/;
  const lines = err.trimEnd().split('\n');
  expect(lines.filter(line => !ofBusyMachine.test(line)).length).toBeLessThanOrEqual(34);
  expect(err).toMatch(/ small\.cjs:5 +for \(let i/);
  expect(err).not.toContain('Process memory');
});
