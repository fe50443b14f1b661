import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { programPart, startUpNs } from 'kernelscope/analysis';
import { beforeAll, expect, test } from 'vitest';
import { nodesUnderTest } from '../support/nodeVersions';
import { SAMPLED } from '../support/sampledTests';
import { useFolder } from '../support/folders';
import { sampleOf } from '../support/tiers';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

/** How a program is started differs by the release of Node, and so does how its TypeScript is loaded. */
const NODES = nodesUnderTest();

/** Runs for so many milliseconds at least. */
const BODY = `(ms) {
  const until = performance.now() + ms;
  let sum = 0;
  while (performance.now() < until) for (let i = 0; i < 1e4; i++) sum += Math.sqrt(i);
  return sum;
}`;
const RANK = BODY.replace('(ms)', '(ms: number): number');

const folder = useFolder();

beforeAll(() => {
  // A package that takes long to load, as large ones do.
  write('heavy/package.json', '{ "name": "heavy", "main": "./index.js" }', 'node_modules');
  write('heavy/index.js', `function spin${BODY}\nexports.heavy = spin(300);`, 'node_modules');
});

function write(name: string, text: string, at = '.'): void {
  const file = path.join(folder, at, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** What a user reads of a program, and its profile. */
function run(
  main: string,
  files: Readonly<Record<string, string>>,
  { own = [], node = NODE }: { readonly own?: readonly string[]; readonly node?: string } = {}
) {
  for (const [name, text] of Object.entries(files)) write(name, text);
  const saved = path.join(folder, `${main.replaceAll('/', '-')}.kscope`);
  const args = [COMMAND, 'run', '-o', saved, main, '--', ...own];
  const { status, stderr } = spawnSync(node, args, { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return { stderr, saved, data: loadProfile(saved).data };
}

/** The share of loading modules in the time by package, percent; 0 without that row. */
const loadingShare = (text: string): number =>
  Number(/^ *([\d.]+) .*module loading/m.exec(text)?.[1] ?? 0);

const findingsOf = (text: string): string[] => text.split('\n').filter(line => /^\d\. /.test(line));

const MODULE = '{ "type": "module" }';

const KINDS = [
  [
    'ESM in TypeScript',
    'ts/main.ts',
    {
      'ts/package.json': MODULE,
      'ts/rank.ts': `export function rank${RANK}`,
      'ts/main.ts': `import { heavy } from 'heavy';\nimport { rank } from './rank';\nrank(150 + 0 * heavy);\n`
    }
  ],
  [
    'CommonJS in TypeScript',
    'cts/main.ts',
    {
      'cts/rank.ts': `export function rank${RANK}`,
      'cts/main.ts': `import { heavy } from 'heavy';\nimport { rank } from './rank';\nrank(150 + 0 * heavy);\n`
    }
  ],
  [
    'ESM with an await at the top level',
    'mjs/main.mjs',
    {
      'mjs/rank.mjs': `await null;\nexport function rank${BODY}`,
      'mjs/main.mjs': `import { heavy } from 'heavy';\nimport { rank } from './rank.mjs';\nawait null;\nrank(150 + 0 * heavy);\n`
    }
  ],
  [
    'CommonJS',
    'cjs/main.cjs',
    {
      'cjs/rank.cjs': `exports.rank = function rank${BODY}`,
      'cjs/main.cjs': `const { heavy } = require('heavy');\nconst { rank } = require('./rank.cjs');\nrank(150 + 0 * heavy);\n`
    }
  ]
] as const;

const ON_NODES = NODES.flatMap(({ title, executable }) =>
  KINDS.map(([kind, ...program]) => [`${kind} on ${title}`, executable, ...program] as const)
);

test.each(ON_NODES)(
  '%s: shares are of what the program does, start-up is a line',
  SAMPLED,
  (_, node, main, files) => {
    const { stderr, saved, data } = run(main, files, { node });
    const [first] = findingsOf(stderr);
    expect(first, stderr).toMatch(/rank\(\)/);
    expect(stderr).toMatch(/^Start-up: .*, not in the shares below \(--startup shows it\)$/m);
    expect(stderr).not.toMatch(/\d +heavy$|node_modules\/heavy/m);
    expect(loadingShare(stderr)).toBeLessThan(20);
    // nor is the thread of a loader's hooks one of the program's
    expect(stderr).not.toMatch(/Native threads/);
    // The package took twice as long as the program.
    expect(startUpNs(data)).toBeGreaterThan(300e6);
    // a sample at each end may be on the other side
    expect(programPart(data).meta.durationNs).toBeGreaterThan(100e6);
    const shown = spawnSync(NODE, [COMMAND, 'show', '--startup', saved], {
      cwd: folder,
      encoding: 'utf8'
    });
    // nothing is compiled of the others, and three small files are loaded between two samples
    if (main.endsWith('.ts')) expect(loadingShare(shown.stdout)).toBeGreaterThan(0);
    expect(shown.stdout).toMatch(/\d +heavy$/m);
    expect(shown.stdout).not.toMatch(/Start-up:/);
  }
);

const IDLE = [
  ['idle.mjs', `import { createServer } from 'node:http';\nconst server = createServer();`],
  ['idle.cjs', `const server = require('node:http').createServer();`]
];

test.each(sampleOf(IDLE, 2))(
  'a program that waits at once, as %s does, waits after its start-up',
  SAMPLED,
  (main, begin) => {
    const text = `${begin}\nserver.listen(0);\nsetTimeout(() => server.close(), 1500);\n`;
    const { data } = run(main, { [main]: text });
    expect(startUpNs(data)).toBeGreaterThan(0);
    expect(programPart(data).meta.durationNs).toBeGreaterThan(1400e6);
  }
);

/** A package whose start awaits so much, each time something else, that not all of it can be followed. */
const EAGER = `const steps = [
${'  async () => { await null; },\n'.repeat(64)}];
let state = 1;
for (let turn = 0; turn < 4000; turn++) {
  state = (state * 48271) % 2147483647;
  await steps[state % 64]();
}
`;

const SLEEPS = `import { setTimeout as sleep } from 'node:timers/promises';
import 'eager';
await sleep(150);
await sleep(150);
await sleep(150);
`;

test('a program has its waits, however much its start-up awaited', SAMPLED, () => {
  write('eager/package.json', '{ "type": "module", "main": "./index.js" }', 'node_modules');
  write('eager/index.js', EAGER, 'node_modules');
  const { data } = run('sleeps.mjs', { 'sleeps.mjs': SLEEPS });
  const { slices, labels, strings, tracks } = programPart(data);
  const waits = new Map<string, number>();
  for (let row = 0; row < slices.length; row++) {
    if (tracks[slices.track[row]].kind !== 'waiting') continue;
    const name = strings[labels.name[slices.label[row]]];
    waits.set(name, (waits.get(name) ?? 0) + slices.duration[row] / 1e6);
  }
  for (const line of [3, 4, 5]) {
    expect(waits.get(`sleeps.mjs:${line}`), String([...waits])).toBeGreaterThan(100);
  }
});

const SERVER = `import http from 'node:http';
function rank${RANK}
function report${RANK}
const server = http.createServer((request, response) => {
  response.end(String(request.url === '/report' ? report(400) : rank(12)));
});
server.listen(0, async () => {
  const { port } = server.address() as { port: number };
  const get = async (name: string) => await (await fetch(\`http://localhost:\${port}/\${name}\`)).text();
  for (let i = 0; i < 25; i++) {
    await get('rank');
    await new Promise(done => setTimeout(done, 60));
  }
  if (process.argv[2] === 'blocked') await Promise.all([get('report'), get('rank'), get('rank')]);
  await new Promise(done => setTimeout(done, 60));
  server.close();
});
`;

test(
  'a server has the time of its requests, and no finding of its waiting for them',
  SAMPLED,
  () => {
    const { stderr } = run('server.ts', { 'server.ts': SERVER });
    const [first, ...others] = findingsOf(stderr);
    expect(first).toMatch(
      /^1\. `GET \/rank`: 25 requests, p50 .* ms, p95 .*; \d+ % .* `rank\(\)` at server\.ts:2[,;:.]/
    );
    expect(others.join('\n')).not.toMatch(/waited/);
  }
);

test(
  'code that keeps requests waiting is named, not the requests that wait',
  { ...SAMPLED, tags: 'night' },
  () => {
    const { stderr } = run('server.ts', { 'server.ts': SERVER }, { own: ['blocked'] });
    const block = findingsOf(stderr).find(line => line.includes('without a pause'));
    expect(block, stderr).toMatch(/`report\(\)` at server\.ts:\d+/);
    expect(stderr).not.toMatch(/became slower/);
  }
);
