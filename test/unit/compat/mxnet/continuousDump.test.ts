import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bundleDumpWorker } from '../../../support/bundleFile';
import { slicesIn, useTestProfiler } from '../../../support/testProfiler';

const test = useTestProfiler();

/** Gives the host the thread that writes, bundled for a real worker. */
function bundleWorker(): void {
  test().host.configure({ dumpWorkerFile: bundleDumpWorker(test().file('program')) });
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries === 1000) throw new Error('it did not come true in 10 s');
    await sleep(10);
  }
}

describe('a profiler with continuousDump', () => {
  it('keeps its file valid and growing beside dumps that are not finished', async () => {
    bundleWorker();
    const { profiler, range, file, warnings } = test();
    const filename = file('a.json');
    writeFileSync(filename, 'x'.repeat(100_000));
    profiler.setConfig({ filename, dumpPeriod: 0.005, profileMemory: false });
    profiler.setState('run');
    range('first', () => undefined);
    await until(() => statSync(filename).size < 100_000);
    let last = 0;
    for (let round = 0; round < 100; round++) {
      range(`round ${round}`, () => undefined);
      if (round % 7 === 0) profiler.dump({ finished: false });
      const bytes = readFileSync(filename);
      expect(bytes.length).toBeGreaterThanOrEqual(last);
      expect(() => JSON.parse(bytes.toString()) as unknown).not.toThrow();
      last = bytes.length;
      await sleep(3);
    }
    profiler.dump();
    expect(slicesIn(filename)).toHaveLength(101);
    const final = readFileSync(filename);
    await sleep(50);
    expect(readFileSync(filename).equals(final)).toBe(true);
    expect(readdirSync(path.dirname(filename)).sort()).toEqual(['a.json', 'program']);
    expect(warnings).toEqual([]);
  });

  it('has earlier runs of the trace in the file as well', async () => {
    bundleWorker();
    const { profiler, range, file } = test();
    const filename = file('a.json');
    profiler.setConfig({ filename, dumpPeriod: 0.005, profileMemory: false });
    profiler.setState('run');
    range('first run', () => undefined);
    profiler.setState('stop');
    profiler.setState('run');
    range('second run', () => undefined);
    await until(() => existsSync(filename) && slicesIn(filename).length === 2);
    expect(slicesIn(filename)).toEqual(['first run', 'second run']);
  });

  it('says that a file cannot be kept up to date, and records all the same', async () => {
    bundleWorker();
    const { profiler, range, file, warnings } = test();
    const config = { dumpPeriod: 0.005, profileMemory: false };
    profiler.setConfig({ ...config, filename: '/proc/kernelscope/a.json' });
    profiler.setState('run');
    range('work', () => undefined);
    await until(() => warnings.length > 0);
    expect(warnings[0]).toContain('/proc/kernelscope/a.json is not kept up to date');
    profiler.setConfig({ ...config, filename: file('a.json') });
    profiler.dump();
    expect(slicesIn(file('a.json'))).toEqual(['work']);
  });

  it('writes no file that a program without setConfig did not ask for', async () => {
    bundleWorker();
    const { profiler, range } = test();
    const before = existsSync('profile.json');
    profiler.setState('run');
    range('unasked', () => undefined);
    await sleep(300);
    profiler.setState('stop');
    expect([before, existsSync('profile.json')]).toEqual([false, false]);
  });
});
