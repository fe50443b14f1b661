import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import type { ProfilerOptions } from '../../../../src/compat/mxnet/config';
import { OutputFileError } from '../../../../src/engine/results/atomicWrite';
import { bundleDumpWorker } from '../../../support/bundleFile';
import { bundleProgram } from '../../../support/rankProcesses';
import { slicesIn, useTestProfiler } from '../../../support/testProfiler';

const test = useTestProfiler();

/** Configures for `filename`, without threads of their own beside the test. */
function configure(filename: string, options: ProfilerOptions = {}): void {
  const quiet = { continuousDump: false, profileMemory: false, profileProcess: 'worker' as const };
  test().profiler.setConfig({ ...quiet, ...options, profileProcess: 'worker', filename });
}

function run(...names: readonly string[]): void {
  const { profiler, range } = test();
  profiler.setState('run');
  for (const name of names) range(name, () => undefined);
  profiler.setState('stop');
}

describe('dump', () => {
  it('writes all runs up to a finished dump into one trace, and the next run begins another', () => {
    const { profiler, host, file } = test();
    configure(file('a.json'));
    run('first');
    run('second');
    const [saved] = profiler.dump();
    expect(saved).toMatchObject({ path: file('a.json'), losses: [] });
    expect(saved.sizeBytes).toBe(statSync(file('a.json')).size);
    expect(slicesIn(file('a.json'))).toEqual(['first', 'second']);
    run('third');
    profiler.dump();
    expect(slicesIn(file('a.json'))).toEqual(['third']);
    expect(host.history.list().map(({ name }) => name)).toEqual(Array(3).fill('profiler'));
  });

  it('writes the same bytes again after the end, wherever', () => {
    const { profiler, file } = test();
    configure(file('a.json'));
    run('work');
    profiler.dump();
    const first = readFileSync(file('a.json'));
    profiler.dump();
    profiler.dump({ finished: false });
    expect(readFileSync(file('a.json')).equals(first)).toBe(true);
    configure(file('b.json'));
    profiler.dump();
    expect(readFileSync(file('b.json')).equals(first)).toBe(true);
  });

  it('stops the profiler unless it is not to be finished', () => {
    const { profiler, range, file } = test();
    configure(file('a.json'));
    profiler.setState('run');
    range('one', () => undefined);
    profiler.dump({ finished: false });
    expect(profiler.state).toBe('run');
    range('two', () => undefined);
    profiler.dump();
    expect(profiler.state).toBe('stop');
    expect(slicesIn(file('a.json'))).toEqual(['one', 'two']);
  });

  it('leaves slices that are still open out of a file that is not finished', () => {
    const { profiler, range, file } = test();
    configure(file('a.json'));
    profiler.setState('run');
    range('outer', () => {
      range('inner', () => undefined);
      profiler.dump({ finished: false });
      expect(slicesIn(file('a.json'))).toEqual(['inner']);
    });
    profiler.dump({ finished: false });
    expect(slicesIn(file('a.json'))).toEqual(['outer', 'inner']);
  });

  it('never makes the file smaller while the trace goes on, and each is valid JSON', () => {
    const { profiler, range, host, file } = test();
    const name = file('a.json');
    configure(name);
    profiler.setState('run');
    const sizes: number[] = [];
    const open = Array.from({ length: 30 }, (_, index) => range(`waits ${index}`).begin());
    for (const token of open) {
      token.end();
      host.recorder.counter('c', 'counters', 'count').set(1);
      profiler.dump({ finished: false });
      sizes.push(statSync(name).size);
      expect(() => slicesIn(name)).not.toThrow();
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    writeFileSync(name, 'x'.repeat(1e6));
    profiler.dump();
    expect(statSync(name).size).toBeLessThan(1e6);
    expect(slicesIn(name)).toHaveLength(30);
  });

  it.each([
    ['.perfetto-trace', 'Perfetto'],
    ['.kscope', 'KSCOPE'],
    ['.html', '<!doctype html>'],
    ['.csv', ''],
    ['.txt', '{"displayTimeUnit"'],
    ['', '{"displayTimeUnit"']
  ])('lets the ending %j decide on the format', (ending, begins) => {
    const { profiler, file } = test();
    const name = file(`trace${ending}`);
    configure(name);
    run('work');
    profiler.dump();
    const bytes = readFileSync(name);
    if (ending !== '.perfetto-trace') {
      expect(bytes.toString('latin1').slice(0, begins.length)).toBe(begins);
    }
    expect(bytes.includes('work')).toBe(ending !== '.kscope');
    if (ending === '.kscope') expect(loadProfile(name).find('work')).toMatchObject({ count: 1 });
  });

  it('leaves an existing file alone until it dumps', () => {
    const { profiler, file } = test();
    writeFileSync(file('a.json'), 'precious');
    configure(file('a.json'));
    run('work');
    expect(readFileSync(file('a.json'), 'utf8')).toBe('precious');
    profiler.dump();
    expect(slicesIn(file('a.json'))).toEqual(['work']);
  });

  it('writes a valid file of an empty run', () => {
    const { profiler, file } = test();
    configure(file('a.json'));
    run();
    profiler.dump();
    expect(slicesIn(file('a.json'))).toEqual([]);
  });
});

describe('a dump that fails', () => {
  it.each([
    ['a folder', (folder: string) => folder, 'it is a folder'],
    ['below a file', (folder: string) => path.join(folder, 'file', 'a.json'), 'ENOTDIR'],
    ['in /proc', () => '/proc/kernelscope/none/a.json', '/proc/kernelscope/none/a.json'],
    ['a name too long', (folder: string) => path.join(folder, `${'x'.repeat(300)}`), 'shorter name']
  ])('at %s says why, and keeps all for the next one', (_, placeIn, reason) => {
    const { profiler, file } = test();
    const folder = file('folder');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'file'), 'precious');
    configure(placeIn(folder));
    run('first');
    expect(() => profiler.dump()).toThrow(OutputFileError);
    expect(() => profiler.dump()).toThrow(reason);
    expect(() => profiler.dump()).toThrow('The recording is kept: set another filename');
    run('second');
    configure(file('good.json'));
    profiler.dump();
    expect(slicesIn(file('good.json'))).toEqual(['first', 'second']);
    expect(readFileSync(path.join(folder, 'file'), 'utf8')).toBe('precious');
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

describe('a program of its own', () => {
  /** Bundles the program with the thread that keeps files up to date, for a real process. */
  function bundle(): string {
    const folder = test().file('program');
    bundleDumpWorker(folder);
    return bundleProgram('dumpProgram.ts', folder);
  }

  it('keeps the old file and all data when the disk is full', () => {
    const program = bundle();
    const folder = test().file('small');
    mkdirSync(folder);
    const small = path.join(folder, 'a.json');
    const good = test().file('good.json.gz');
    writeFileSync(small, 'precious');
    const command = `trap '' XFSZ; ulimit -f 400; exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, program, 'fillDisk', small, good];
    const result = JSON.parse(execFileSync('sh', args, { encoding: 'utf8' })) as unknown;
    expect(result).toEqual({
      message:
        `Cannot write ${small}: EFBIG: file too large, write. ` +
        'Make room on the disk, or choose a folder on another one. ' +
        'The recording is kept: set another filename and dump again.',
      names: ['a.json'],
      kept: 'precious',
      listeners: 0
    });
    writeFileSync(small, gunzipSync(readFileSync(good)));
    expect(slicesIn(small)).toHaveLength(10_000);
  });

  it('has a whole file when it exits while it runs with continuousDump', { tags: 'night' }, () => {
    const program = bundle();
    const file = test().file('exit.json');
    execFileSync(process.execPath, [program, 'exit', file]);
    expect(slicesIn(file)).toEqual(['first', 'outer', 'last']);
  });
});

describe('a device', () => {
  it('that is full is told apart from a folder that is not writable', () => {
    configure('/dev/full');
    run('work');
    expect(() => test().profiler.dump()).toThrow('ENOSPC: no space left on device');
    expect(() => test().profiler.dump()).toThrow('Make room on the disk');
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
  });
});
