import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../../../src/base/errors';
import { performJobs } from '../../../../../src/compat/mindspore/offline/analyseDirectories';
import { useFolder } from '../../../../support/folders';

const folder = useFolder();

/** A script for threads whose `answer` is called with each job. */
function script(name: string, answer: string): string {
  const file = path.join(folder, `${name}.js`);
  const code =
    "const { parentPort } = require('node:worker_threads');\n" +
    `parentPort.on('message', job => parentPort.postMessage((${answer})(job)));\n`;
  writeFileSync(file, code);
  return file;
}

interface Outcomes {
  readonly replies: Map<number, unknown>;
  readonly failures: Map<number, string>;
}

const READY = (): Promise<void> => Promise.resolve();

async function perform(
  jobs: readonly number[],
  workerFile: string,
  {
    threads = 1,
    maxOldGenerationSizeMb,
    onStart = READY
  }: {
    threads?: number;
    maxOldGenerationSizeMb?: number;
    onStart?: (job: number) => Promise<void>;
  } = {}
): Promise<Outcomes> {
  const replies = new Map<number, unknown>();
  const failures = new Map<number, string>();
  await performJobs<number, unknown>(jobs, {
    workerFile,
    threads,
    resourceLimits: maxOldGenerationSizeMb === undefined ? undefined : { maxOldGenerationSizeMb },
    onStart,
    onReply: (job, reply) => void replies.set(job, reply),
    onFailure: (job, error) => void failures.set(job, messageOf(error))
  });
  return { replies, failures };
}

describe('a pool of worker threads', () => {
  it('does not do a job that cannot be started', async () => {
    const { replies, failures } = await perform([1, 2, 3], script('same', 'job => job'), {
      onStart: job => (job === 2 ? Promise.reject(new Error('lost')) : READY())
    });
    expect([...replies.keys()]).toEqual([1, 3]);
    expect(Object.fromEntries(failures)).toEqual({ 2: 'lost' });
  });

  it('does each job once', async () => {
    const { replies, failures } = await perform(
      [1, 2, 3, 4, 5],
      script('twice', 'job => 2 * job'),
      {
        threads: 3
      }
    );
    expect(Object.fromEntries(replies)).toEqual({ 1: 2, 2: 4, 3: 6, 4: 8, 5: 10 });
    expect(failures.size).toBe(0);
  });

  it('starts no more threads than it may', async () => {
    const file = script('ids', 'job => require("node:worker_threads").threadId');
    const { replies } = await perform([1, 2, 3, 4, 5, 6], file, { threads: 2 });
    expect(new Set(replies.values()).size).toBe(2);
  });

  it('does nothing for no jobs', async () => {
    expect((await perform([], script('none', 'job => job'), { threads: 2 })).replies.size).toBe(0);
  });

  it('goes on after a thread that crashed', async () => {
    const file = script('crash', 'job => { if (job === 2) throw new Error("boom"); return job; }');
    const { replies, failures } = await perform([1, 2, 3], file);
    expect([...replies.keys()]).toEqual([1, 3]);
    expect(failures.get(2)).toBe('the worker thread crashed: boom');
  });

  it('goes on after a thread that ended', async () => {
    const file = script('exit', 'job => { if (job === 2) process.exit(7); return job; }');
    const { replies, failures } = await perform([1, 2, 3], file);
    expect([...replies.keys()]).toEqual([1, 3]);
    expect(failures.get(2)).toBe('the worker thread ended with exit code 7');
  });

  it('goes on after a thread that ended between two jobs', async () => {
    const file = script('late', 'job => { setImmediate(() => process.exit(0)); return job; }');
    const { replies, failures } = await perform([1, 2, 3, 4], file);
    expect(replies.size + failures.size).toBe(4);
    expect(replies.has(1)).toBe(true);
  });

  it('goes on after a thread that ran out of memory', async () => {
    const fill = 'const all = []; for (;;) all.push(new Array(1e5).fill(job))';
    const file = script('memory', `job => { if (job === 2) { ${fill} } return job; }`);
    const { replies, failures } = await perform([1, 2, 3], file, { maxOldGenerationSizeMb: 32 });
    expect([...replies.keys()]).toEqual([1, 3]);
    expect(failures.get(2)).toBe('the worker thread ran out of memory');
  });

  it('names a script that is not there', async () => {
    const { failures } = await perform([1], path.join(folder, 'absent.js'));
    expect(failures.get(1)).toMatch(/^the worker thread crashed: Cannot find module .*absent\.js/);
  });
});

describe('a process with worker threads', () => {
  const source = path.join(
    __dirname,
    '../../../../../src/compat/mindspore/offline/analyseDirectories.ts'
  );

  /** A program that starts jobs and then runs `then`. */
  function program(name: string, answer: string, then: string): string {
    const file = path.join(folder, `${name}Program.js`);
    const worker = JSON.stringify(script(name, answer));
    const contents =
      `import { performJobs } from ${JSON.stringify(source)};\n` +
      `const done = performJobs([1, 2], { workerFile: ${worker}, threads: 2, ` +
      'onStart: async () => undefined, onReply: () => console.log("replied"), onFailure: () => undefined });\n' +
      then;
    const stdin = { contents, resolveDir: folder, loader: 'ts' as const };
    buildSync({ stdin, outfile: file, platform: 'node', format: 'cjs', bundle: true });
    return file;
  }

  it('stays until the jobs are done, and no longer', () => {
    const slow = 'job => { const end = Date.now() + 300; while (Date.now() < end); return job; }';
    const { status, stdout } = spawnSync(process.execPath, [program('slow', slow, '')], {
      encoding: 'utf8',
      timeout: 20_000
    });
    expect([status, stdout]).toEqual([0, 'replied\nreplied\n']);
  });

  it('ends at once when it exits while they work', async () => {
    const endless = 'job => { for (;;); }';
    const file = program('endless', endless, 'setTimeout(() => process.exit(5), 200);');
    const child = spawn(process.execPath, [file], { stdio: 'ignore', timeout: 20_000 });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect([code, signal]).toEqual([5, null]);
  });
});
