import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OutputFileError } from '../../../../src/engine/results/atomicWrite';
import { ArgumentPathError } from '../../../../src/engine/arguments/argumentErrors';
import { slicesIn, useTestProfiler } from '../../../support/testProfiler';

const test = useTestProfiler();

afterEach(() => vi.restoreAllMocks());

/** Stands in for `process.chdir`, which threads do not have. */
function goTo(folder: string): void {
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
}

describe('filename', () => {
  it('stays in the folder that the process was in at setConfig, and is shown whole elsewhere', () => {
    const { profiler, range, file } = test();
    goTo(path.dirname(file('x')));
    profiler.setConfig({ filename: 'run.json', continuousDump: false });
    profiler.setState('run');
    range('work', () => undefined);
    goTo('/');
    expect(profiler.dump()).toMatchObject([{ path: file('run.json') }]);
    expect(slicesIn(file('run.json'))).toEqual(['work']);
  });

  it('is refused with a character that no path has, and nothing changes', () => {
    const { profiler } = test();
    for (const key of ['filename', 'gpuMemoryProfileFilenamePrefix']) {
      const call = () => profiler.setConfig({ [key]: 'a\0b.json' });
      expect(call).toThrow(ArgumentPathError);
      expect(call).toThrow(`Invalid path for ${key}: "a\\u0000b.json"`);
    }
  });

  it.each([false, true])('that is too long fails the dump alone, with advice (%s)', continuous => {
    const { profiler, range, file } = test();
    profiler.setConfig({
      filename: file(`${'a'.repeat(300)}.json`),
      continuousDump: continuous
    });
    profiler.setState('run');
    range('work', () => undefined);
    expect(() => profiler.dump()).toThrow(OutputFileError);
    expect(() => profiler.dump()).toThrow(/ENAMETOOLONG.*Choose a shorter name.*is kept/);
    profiler.setConfig({ filename: file('a.json'), continuousDump: false });
    profiler.dump();
    expect(slicesIn(file('a.json'))).toEqual(['work']);
  });

  it.each(['x.perfeto-trace', 'x.bogus', 'x.svgz', 'sub.json/x.jsn'])(
    'with an ending that stands for no format warns once that it will be Chrome JSON: %s',
    name => {
      const { profiler, warnings } = test();
      for (let times = 0; times < 2; times++) profiler.setConfig({ filename: name });
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain(`KernelscopeWarning: ${name} will be Chrome JSON`);
      expect(warnings[0]).toContain('.perfetto-trace');
    }
  );

  it.each(['x', 'X.HTML', 'x.svg', 'a.b/x', '.hidden', 'x.json.gz', '/dev/null'])(
    'with a known ending or none is taken in silence: %s',
    filename => {
      const { profiler, warnings } = test();
      profiler.setConfig({ filename });
      expect(warnings).toEqual([]);
    }
  );
});

describe('a wrong key', () => {
  it.each([
    ['profile_al', 'profileAll'],
    ['gpu_memory_profile_filename', 'gpuMemoryProfileFilenamePrefix'],
    ['filenam', 'filename']
  ])('of setConfig names what is meant: %s', (wrong, meant) => {
    expect(() => test().profiler.setConfig({ [wrong]: true })).toThrow(
      new RegExp(`Cannot find argument '${wrong}'[^]*\n\nDid you mean ${meant}\\?$`)
    );
  });

  it('of dumps does, too; one that is like none does not', () => {
    const { profiler } = test();
    const given: object = { sort_b: 'total' };
    expect(() => profiler.dumps(given)).toThrow(/Did you mean sortBy\?$/);
    expect(() => profiler.setConfig({ zzzzzzzz: 1 } as object)).toThrow(/Possible Arguments[^?]*$/);
  });

  it('is not the text for options that are inherited', () => {
    const options = Object.create({ filename: 'x.json' }) as object;
    expect(() => test().profiler.setConfig(options)).toThrow(
      'got an object that inherits from another one. Write the options as own keys'
    );
  });
});
