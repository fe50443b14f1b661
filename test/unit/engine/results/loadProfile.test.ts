import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import { ProfileFileError } from '../../../../src/open/readProfile';
import { encodeChromeTrace, encodeKscope, encodePerfetto } from '../../../../src/formats';
import { richProfile } from '../../../support/richProfile';
import { runCommand } from '../../../support/runCommand';
import { sliceTotals } from '../../../support/traceTotals';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-profile-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, bytes: Uint8Array | string): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

const rich = richProfile();
const FILES = {
  kscope: encodeKscope(rich, { deflate: deflateRawSync }),
  chrome: encodeChromeTrace(rich),
  perfetto: encodePerfetto(rich)
};

/** What is said of profiles that pprof wrote before it had its protocol buffer. */
const OLDER_PPROF = 'a profile of pprof’s older formats, which is not read; make a newer one';

describe('the content of a file tells what it is', () => {
  test.each(['kscope', 'chrome', 'perfetto'] as const)('%s, gzipped or not', form => {
    const plain = loadProfile(write(`${form}.bin`, FILES[form])).data;
    const packed = loadProfile(write(`${form}.txt`, gzipSync(FILES[form]))).data;
    expect(sliceTotals(packed)).toEqual(sliceTotals(plain));
    expect(plain.slices.length).toBe(rich.slices.length);
    expect(plain.meta.truncated).toBe(false);
  });

  test.each(['kscope', 'chrome', 'perfetto'] as const)('%s from a pipe', form => {
    const pipe = join(folder, `${form}.pipe`);
    execFileSync('mkfifo', [pipe]);
    const file = write(`${form}.piped`, gzipSync(FILES[form]));
    spawn('sh', ['-c', 'cat "$0" > "$1"', file, pipe], { stdio: 'ignore' });
    expect(loadProfile(pipe).data.slices.length).toBe(rich.slices.length);
  });

  test.each(['chrome', 'perfetto'] as const)(
    'a gzipped %s trace that was cut off is read',
    form => {
      const packed = gzipSync(FILES[form]);
      const half = packed.subarray(0, Math.floor(packed.length * 0.7));
      const { data } = loadProfile(write('half.gz', half));
      expect(data.slices.length).toBeGreaterThan(0);
      expect(data.meta.truncated).toBe(true);
    }
  );

  test.each([
    ['empty', '', 'it is empty'],
    [
      'snapshot',
      '{"snapshot":{"meta":{}},"nodes":[],"edges":[]}',
      'it is a heap snapshot of V8 (.heapsnapshot), which has objects but no times'
    ],
    ['safari', '{"version":1,"recording":{}}', 'it is a recording of Safari, which is not read'],
    ['page', '<!DOCTYPE html><html></html>', 'it is an HTML page, which is not read'],
    ['perf', 'PERFILE2\0\0', 'it is a recording of Linux perf (perf.data), which is not read'],
    ['gperf64', `${'\0'.repeat(8)}\x03${'\0'.repeat(15)}\x10'`, `it is ${OLDER_PPROF}`],
    ['gperf32', "\0\0\0\0\x03\0\0\0\x01\0\0\0\x10'", `it is ${OLDER_PPROF}`],
    ['heap', 'heap profile:    144:  8498176 [   144:  8498176] @ heapz_v2/1\n', OLDER_PPROF],
    ['contention', '--- contentionz 1 ---\nformat = java\n', OLDER_PPROF],
    ['threads', 'threadcreate profile: total 7\n1 @ 0x44cb3 0x45045\n', OLDER_PPROF],
    [
      'raw',
      `PeriodType: cpu nanoseconds\nPeriod: 10000000\nSamples:\n${'    1   10000000: 1 2 3\n'.repeat(30)}`,
      'it is the text that pprof -raw prints, which is not read'
    ],
    ['callgrind', '# callgrind format\nfn=a\n', 'it is a profile of Callgrind'],
    ['notebook', '{"cells":[],"nbformat":4}', 'it is a Jupyter notebook'],
    ['statistics', 'Category,Name,Unit,Count\r\n', 'it is a table of statistics (CSV)'],
    [
      'text',
      'hello',
      'it is neither a Perfetto trace, a trace of Chrome’s format, a file of speedscope'
    ],
    ['source', 'function f() {}', 'it is neither a Perfetto trace, a trace of Chrome’s format'],
    ['json', '{"profiler":{}}', 'it is JSON, but neither a Perfetto trace'],
    ['list', '[{"name":"a"}]', 'it is JSON, but neither a Perfetto trace'],
    [
      'cut json',
      '{"a": 1, "b',
      'it is JSON of no format that is known, and damaged: it ends at byte'
    ],
    ['lines of json', '{\n"a": 1\n,"b": 2\n,"c": 3\n}', 'it is JSON, but neither'],
    ['newline', '\nhello', 'taken for a Perfetto trace: it has no packets'],
    ['gzip', gzipSync(gzipSync('{}')), 'gzipped twice'],
    ['broken gzip', Uint8Array.of(0x1f, 0x8b, 1, 2, 3), 'taken for gzipped: '],
    ['database', gzipSync('SQLite format 3\0'.padEnd(200)), 'it is a database in a gzipped file']
  ])('%s is an error that says what it was taken for', (name, bytes, message) => {
    const file = write(name, bytes);
    expect(() => loadProfile(file)).toThrow(ProfileFileError);
    expect(() => loadProfile(file)).toThrow(`Cannot load ${file}: `);
    expect(() => loadProfile(file)).toThrow(message);
  });

  test('a file that is not there, and a folder, are errors in plain words', () => {
    const absent = join(folder, 'absent.kscope');
    expect(() => loadProfile(absent)).toThrow(`Cannot load ${absent}: it does not exist`);
    expect(() => loadProfile(folder)).toThrow(`Cannot load ${folder}: it is a folder`);
  });

  test('a trace is called by its file, without endings, unless it has a name', () => {
    const file = write('my.run.pt.trace.json.gz', gzipSync('[{"ph":"i","ts":1,"name":"a"}]'));
    expect(loadProfile(file).data.meta).toMatchObject({ name: 'my.run', truncated: false });
    expect(loadProfile(write('x.json', FILES.chrome)).data.meta.name).toBe('example');
  });
});

test('a trace that Node itself wrote opens', () => {
  const program =
    "console.log(require('node:fs').readFileSync(process.execPath, {flag:'r'}).length)";
  execFileSync(process.execPath, ['--trace-event-categories', 'v8,node', '-e', program], {
    cwd: folder
  });
  const [log] = readdirSync(folder).filter(name => name.startsWith('node_trace'));
  const { data } = loadProfile(join(folder, log));
  const names = sliceTotals(data).map(([name]) => name);
  expect(names).toContain('node,node.environment: Environment');
  expect(data.tracks).toContainEqual(expect.objectContaining({ name: 'JavaScriptMainThread' }));
});

test('a CPU profile that Node itself wrote opens, with the addresses of its files', () => {
  const program = 'let sum = 0; for (let at = 0; at < 3e7; at++) sum += Math.sqrt(at);';
  const script = write('busy.js', `function busy() { ${program} return sum; }\nbusy();`);
  execFileSync(process.execPath, ['--cpu-prof', '--cpu-prof-name', 'busy.bin', script], {
    cwd: folder
  });
  const { data } = loadProfile(join(folder, 'busy.bin'));
  const { frames, strings, samples, lineTicks } = data;
  const busy = frames.name.findIndex(name => strings[name] === 'busy');
  expect(strings[frames.file[busy]]).toBe(pathToFileURL(realpathSync(script)).href);
  expect(samples.length).toBeGreaterThan(5);
  expect(lineTicks.length).toBeGreaterThan(0);
  expect(data.meta.durationNs).toBeGreaterThan(0);
});

test('kernelscope show and convert take traces', async () => {
  const file = write('run.json', FILES.chrome);
  const shown = await runCommand('show', file);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toContain('with args');
  const packed = join(folder, 'run.kscope');
  expect((await runCommand('convert', file, packed)).code).toBe(0);
  expect(sliceTotals(loadProfile(packed).data)).toEqual(sliceTotals(loadProfile(file).data));
});
