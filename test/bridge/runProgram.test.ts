import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually';
import { sampleOf } from '../support/tiers';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

const folder = useFolder();

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line; `onOut` is called with all that it has printed so far. */
function kernelscope(
  args: readonly string[],
  onOut: (child: ReturnType<typeof spawn>, out: string) => unknown = () => undefined
): Promise<Ended> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [COMMAND, ...args], { cwd: folder });
    let [out, err] = ['', ''];
    child.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString();
      onOut(child, out);
    });
    child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
    child.on('close', code => resolve({ code, out, err }));
    child.stdin.end('typed\n');
  });
}

const CHURN =
  'function churn(n) { let s = 0; for (let i = 0; i < n; i++) s += [i, { i }, String(i)].length; return s; } churn(2e6);';

const WORK =
  'function work(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return s; }';
/** A tool that starts a thread. */
const TOOL = `console.log(JSON.stringify(process.argv.slice(2)));
  new (require('node:worker_threads').Worker)('', { eval: true });`;

describe('a program under the profiler', () => {
  test('prints what it prints by itself and exits as it does', async () => {
    const program = write(
      'echo.js',
      `${WORK}
      process.stdin.on('data', text => {
        console.log(JSON.stringify([process.argv.slice(2), String(text), work(3e7) > 0]));
        process.exitCode = 7;
      });`
    );
    const { code, out, err } = await kernelscope(['run', program, '--', '--top', 'x', '--', '-h']);
    expect(out).toBe(`${JSON.stringify([['--top', 'x', '--', '-h'], 'typed\n', true])}\n`);
    expect(code).toBe(7);
    expect(err).toContain('Hottest functions');
    expect(err).toMatch(/ work  echo\.js:1\n/);
  });

  test.each(sampleOf(['heap.ts', 'heap.cjs'], 2))(
    'can have its heap compared in %s',
    { tags: 'night' },
    async name => {
      const types = name.endsWith('.ts') ? ': Map<number, object>' : '';
      const program = write(
        name,
        `const cache${types} = new Map(); Object.assign(globalThis, { cache });
      for (let i = 0; i < 20_000; i++) cache.set(i, { body: ['a' + i] });`
      );
      const { code, err } = await kernelscope(['run', '--heap-diff', program]);
      expect(code).toBe(0);
      expect(err).not.toContain('Heap snapshots:');
      expect(err).toMatch(/20,000 new objects of|[0-9]+ +[0-9]+ .* Object\n/);
      expect(err).toMatch(/× global → cache → Map/);
    }
  );

  test('prints the functions that allocated, where they were sampled', async () => {
    const program = write('allocate.cjs', `${CHURN} globalThis.churn = churn;`);
    const options = ['--allocations=65536', '--output', 'a.kscope'];
    const { err } = await kernelscope(['run', ...options, program]);
    expect(err).toMatch(/churn\(\)` \(allocate\.cjs:1\) allocated the most/);
    expect(err).toMatch(/Allocations by function\n[^]*± [\d.]+ %  churn  allocate\.cjs:1\n/);
    const shown = await kernelscope(['show', 'a.kscope']);
    expect(shown.out).toMatch(/± [\d.]+ %  churn  allocate\.cjs:1\n/);
  });

  test.each(sampleOf([['await.ts'], ['lib/await.ts', `import './lib/await';`]], 2))(
    'says in one sentence that %s has an await outside of functions, and is no module',
    async (name, main = '') => {
      const file = write(name, 'const one: number = 1;\nawait one;\n');
      const { code, err } = await kernelscope([
        'run',
        main === '' ? file : write('imports.ts', main)
      ]);
      expect(code).toBe(1);
      expect(err).toContain(
        'kernelscope: await.ts is not a module, so it cannot have an await outside of functions in line 2: name it await.mts'
      );
      const [told] = err.split(/^wall /m);
      expect(told).not.toMatch(/^ +at |Transform failed|node:internal\/modules\/run_main/m);
    }
  );

  test(
    'names a function that allocated even if its script is garbage at the end',
    { tags: 'night' },
    async () => {
      const program = write('gone.cjs', CHURN);
      const { err } = await kernelscope(['run', '--allocations=65536', program]);
      expect(err).toMatch(/churn\(\)`( \(gone\.cjs:1\))? allocated the most/);
    }
  );

  test('does not show in its environment, nor in the signals of programs that it launches', async () => {
    const program = write(
      'environment.js',
      `const own = Object.keys(process.env).filter(name => name === 'KERNELSCOPE_RUN');
      const child = require('node:child_process').fork(__dirname + '/child.js');
      child.on('message', message => { console.log(JSON.stringify([own, message])); child.kill(); });`
    );
    write('child.js', `process.send(process.listenerCount('SIGINT'));`);
    const { code, out } = await kernelscope(['run', '--quiet', program]);
    expect([code, out]).toEqual([0, '[[],0]\n']);
  });

  test('does not show in the flags of what it launches, nor in its threads and streams', async () => {
    const program = write(
      'flags.js',
      `const { Worker } = require('node:worker_threads');
      const seen = [process.execArgv, process.stdout.listenerCount('error')];
      const child = require('node:child_process').fork(__dirname + '/flagsChild.js');
      child.on('message', flags => {
        const code = "require('node:worker_threads').parentPort.postMessage(Object.keys(require.cache).some(file => file.endsWith('runtime.js')))";
        new Worker(code, { eval: true }).on('message', isLoaded => {
          console.log(JSON.stringify([...seen, flags, isLoaded]));
        });
        child.kill();
      });`
    );
    write('flagsChild.js', `process.send(process.execArgv);`);
    const { code, out } = await kernelscope(['run', '--quiet', '--no-workers', program]);
    expect([code, out]).toEqual([0, '[[],0,[],false]\n']);
  });

  test.skipIf(process.platform === 'win32')('whose reader has gone ends as ever', async () => {
    const program = write('mega.js', `for (let i = 0; i < 2e5; i++) console.log('line ' + i);`);
    const { code, err } = await kernelscope(['run', '--quiet', program], child => {
      child.stdout?.destroy();
    });
    expect([code, err]).toEqual([0, '']);
  });

  test('may be TypeScript, whose lines the profile has', { tags: 'night' }, async () => {
    const program = write(
      'typed.ts',
      `enum Colour { Red, Green }
      interface Work { readonly size: number }



      function busy({ size }: Work): number {
        let sum = 0;
        for (let index = 0; index < size; index++) sum += Math.sqrt(index);
        return sum;
      }
      console.log(Colour[1], busy({ size: 6e7 }) > 0);`
    );
    const saved = path.join(folder, 'typed.kscope');
    const { code, out } = await kernelscope(['run', '-q', '-o', saved, program]);
    expect([code, out]).toEqual([0, 'Green true\n']);
    const { frames, strings } = loadProfile(saved).data;
    const busy = [...frames.name].findIndex(name => strings[name] === 'busy');
    expect(strings[frames.file[busy]]).toBe('typed.ts');
    expect(frames.line[busy]).toBe(6);
  });

  test('has its ranges in the profile, whatever copy of kernelscope it has installed', async () => {
    write('node_modules/kernelscope/package.json', '{"name":"kernelscope","main":"index.js"}');
    write('node_modules/kernelscope/index.js', 'exports.range = (name, fn) => fn();');
    const body = `range('parse', () => JSON.parse('[1]'));`;
    const programs = [
      write('module.mjs', `import { range } from 'kernelscope'; ${body}`),
      write('script.cjs', `const { range } = require('kernelscope'); ${body}`)
    ];
    for (const program of programs) {
      const { err } = await kernelscope(['run', '--no-cpu', program]);
      expect(err).toMatch(/\nrange\n=+\n.*\n.*\nparse +1 /);
    }
  });

  const FAILING = `function fail() { throw new TypeError('planted'); }`;
  const LATE = `Promise.resolve().then(() => setImmediate(() => process.nextTick(fail)));`;

  const FAILURES = [
    ['top.mjs', 'fail();'],
    ['top.cjs', 'fail();'],
    ['late.cjs', LATE],
    ['inner.cjs', `require('./top.cjs');`]
  ] as const;

  test.each(sampleOf(FAILURES, 2))(
    'has an error in %s: its stack is that of the bare program',
    async (name, call) => {
      write('top.cjs', `${FAILING} fail();`);
      const program = write(name, `${FAILING} ${call}`);
      const { code, err } = await kernelscope(['run', program]);
      expect(code).toBe(1);
      const [, frames = ''] = /TypeError: planted\n((?: +at .*\n)+)/.exec(err) ?? [];
      expect(frames).toMatch(/^ +at fail \(/);
      const bare = spawnSync(process.execPath, [program], { encoding: 'utf8' }).stderr;
      expect(bare).toContain(frames);
    }
  );

  test('has an error in it: it is printed as ever, and the profile ends there', async () => {
    // no sample may be taken in so short a program, nor a wait be seen where the machine is busy
    const text = `performance.measure('begun');\nsetTimeout(() => { throw new RangeError('too far'); }, 20);`;
    const { code, err } = await kernelscope(['run', write('fails.js', text)]);
    expect(code).toBe(1);
    expect(err).toContain('RangeError: too far\n    at Timeout');
    expect(err).toContain('The code ended with an error; everything up to it is here.');
  });

  test.skipIf(process.platform === 'win32')(
    'computes without a pause: an interrupt ends it all the same, with its profile',
    async () => {
      const program = write(
        'busy.js',
        `process.stdout.write('begun');
        const end = Date.now() + 60_000;
        while (Date.now() < end);
        console.log('never');`
      );
      const saved = path.join(folder, 'busy.kscope');
      const interrupted = kernelscope(['run', '-o', saved, program], child => child.kill('SIGINT'));
      const { code, out, err } = await interrupted;
      expect([code, out]).toEqual([130, 'begun']);
      expect(err).toContain('The code was interrupted; everything up to then is here.');
      expect(loadProfile(saved).data.samples.length).toBeGreaterThan(10);
    }
  );

  test.skipIf(process.platform === 'win32')(
    'hears of signals that it listens for',
    { tags: 'night' },
    async () => {
      const program = write(
        'listens.js',
        `process.on('SIGTERM', () => { console.log('told'); setTimeout(() => process.exit(3), 900); });
      console.log('ready');
      setInterval(() => undefined, 1000);`
      );
      const told = kernelscope(['run', '-q', program], (child, out) => {
        if (out === 'ready\n') child.kill('SIGTERM');
      });
      expect(await told).toEqual({ code: 3, out: 'ready\ntold\n', err: '' });
    }
  );

  test.skipIf(process.platform === 'win32')(
    'is killed: what had ended is kept',
    async () => {
      const program = write(
        'killed.js',
        `const { range } = require(${JSON.stringify(path.dirname(COMMAND) + '/../lib/bundle/index.js')});
      range('early', () => undefined);
      console.log(process.pid);
      setInterval(() => undefined, 1000);`
      );
      const saved = path.join(folder, 'killed', 'run.kscope');
      const args = ['run', '--no-cpu', '-o', saved, program];
      const isKept = (): void => expect(loadProfile(saved).data.strings).toContain('early');
      const { code, err } = await kernelscope(args, async (_, out) => {
        await eventually(isKept);
        process.kill(Number(out), 'SIGKILL');
      });
      expect(code).toBe(137);
      expect(err).toContain('Recovered after the process was killed; the end may be missing.');
      expect(err).toMatch(/\nearly +1 /);
    },
    90_000
  );

  test('is repeated: the last output is shown, and rows have an interval', async () => {
    const count = path.join(folder, 'count');
    const program = write(
      'repeated.js',
      `const fs = require('node:fs');
      fs.appendFileSync(${JSON.stringify(count)}, 'x');
      console.log(fs.readFileSync(${JSON.stringify(count)}, 'utf8'));
      const { range } = require(${JSON.stringify(path.dirname(COMMAND) + '/../lib/bundle/index.js')});
      range('step', () => { for (const end = Date.now() + 5; Date.now() < end; ); });`
    );
    const options = ['--warmup', '1', '--repeat', '3'];
    const { code, out, err } = await kernelscope(['run', ...options, program]);
    expect([code, out]).toEqual([0, 'xxxx\n']);
    expect(err).toMatch(/\nstep +3 /);
    expect(err).toContain('±');
  });
});

describe('budgets of a program', () => {
  const asserted = (...args: readonly string[]): Promise<Ended> =>
    kernelscope(['run', '--no-cpu', '--no-memory', '-q', '--assert', ...args]);

  test('make it exit with 1 when one is missed, and say which', async () => {
    const program = write('spent.js', `${WORK}\nwork(1e6);`);
    const { code, err } = await asserted('wall < 1ns; wall < 60s; count(none) == 0', program);
    expect(code).toBe(1);
    expect(err).toMatch(/^✗ wall < 1ns: \d.*s\n$/);
    expect((await asserted('wall < 60s', program)).code).toBe(0);
  });

  test('leave the exit code of one that failed as it is', async () => {
    const { code, err } = await asserted('wall < 1ns', write('failed.js', 'process.exitCode = 3;'));
    expect([code, err]).toEqual([3, '']);
  });

  test('that cannot be read are wrong usage, and nothing runs', async () => {
    const program = write('never.js', "console.log('ran');");
    const { code, out, err } = await asserted('wal < 1s', program);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Did you mean wall?');
  });
});

describe('a tool of node_modules/.bin', () => {
  const CALLS: readonly (readonly [how: string, words: readonly string[]])[] = [
    ['by its name', ['tool', '--', '-x']],
    ['by its path', ['node_modules/.bin/tool', '--', '-x']],
    ['after npx', ['--', 'npx', 'tool', '-x']]
  ];

  test.each(sampleOf(CALLS, 3))('runs %s, with its worker threads', async (_, words) => {
    write('node_modules/tool/cli', `#!/usr/bin/env node\n${TOOL}`);
    mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true });
    const link = path.join(folder, 'node_modules/.bin/tool');
    if (!existsSync(link)) symlinkSync('../tool/cli', link);
    const { code, out } = await kernelscope(['run', '-q', '-o', 'tool.kscope', ...words]);
    expect([code, out]).toEqual([0, '["-x"]\n']);
    const { tracks } = loadProfile(path.join(folder, 'tool.kscope')).data;
    expect(tracks.filter(({ name }) => /^worker \d+$/.test(name))).toHaveLength(1);
  });
});

describe('what cannot be run', () => {
  test('says which file, and exits with 1', async () => {
    for (const file of ['absent.js', '.', write('data.json', '{}')]) {
      const { code, out, err } = await kernelscope(['run', file]);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(
        /^kernelscope: Cannot run .*: (there is no such file|it is not a file|its e)/
      );
    }
  });

  test('exits with 1 when the program ran well and a file could not be written', async () => {
    const program = write('fine.js', '');
    const taken = write('taken', '');
    const [bad, good] = [path.join(taken, 'x.csv'), path.join(folder, 'fine.csv')];
    const { code, err } = await kernelscope(['run', '-q', '-o', bad, '-o', good, program]);
    expect(code).toBe(1);
    expect(err).toContain(bad);
    expect(existsSync(good) && readFileSync(good, 'utf8')).toContain('node/rss');
  });
});

test.skipIf(process.platform === 'win32').each(sampleOf(['.kscope', '.json', '.json.gz'], 3))(
  'a link to a %s file that is not there yet stays a link, and the file is written',
  async extension => {
    const program = write('linked.js', CHURN);
    const [link, target] = [`dangling${extension}`, `later/target${extension}`];
    mkdirSync(path.join(folder, 'later'), { recursive: true });
    symlinkSync(target, path.join(folder, link));
    expect(await kernelscope(['run', '-q', '-o', link, program])).toMatchObject({ code: 0 });
    expect(lstatSync(path.join(folder, link)).isSymbolicLink()).toBe(true);
    expect(lstatSync(path.join(folder, target)).isFile()).toBe(true);
  }
);
