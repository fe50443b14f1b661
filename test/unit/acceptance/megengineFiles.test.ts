import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { profilerDeps } from '../../../src/runtime/profilerDeps';
import { createTrace } from '../../../src/compat/megengine/trace';
import { loadTensorFlow, useTfjsBench } from '../../support/tfjsBench';
import { bundleProgram } from '../../support/rankProcesses';
import { useTestProfilers } from '../../support/testProfilers';
import { sampleOf } from '../../support/tiers';
import { expectTimelineRules, timelineEvents } from '../../support/timelineRules';

const FORMATS = ['chrome_timeline.json', 'memory_flow.svg'] as const;
const TRACE_MODES = [
  { name: 'symbolic', symbolic: true },
  { name: 'no-symbolic', symbolic: false },
  { name: 'no-trace', symbolic: null }
] as const;

/** Cases of MegEngine's `imperative/python/test/unit/utils/test_profiler.py`. */
describe('test_profiler', () => {
  const test = useTestProfilers();
  useTfjsBench(() => undefined);

  for (const format of FORMATS) {
    it.each(TRACE_MODES)(`test_profiler[${format} × $name]`, async ({ symbolic }) => {
      const { host, range, profiler, parts, file } = test();
      parts.layoutOf = profilerDeps(host, parts.eventIds, parts.instrumentIterator).layoutOf;
      const tf = loadTensorFlow('core');
      await tf.setBackend('cpu');
      const simple = (): unknown => range('my_scope', () => tf.mul([1.23], tf.tensor([1.23])));
      const infer =
        symbolic === null
          ? simple
          : createTrace(host, () => new RecordingHost())(simple, { symbolic });
      await profiler({ path: file('profile'), format }).run(infer);
      const written = path.join(file('profile'), `${process.pid}.${format}`);
      expect(existsSync(written)).toBe(true);
      if (format === 'chrome_timeline.json') {
        expectTimelineRules(timelineEvents(written), ['my_scope']);
        expect(timelineEvents(written).map(({ name }) => name)).toContain('Multiply');
      } else {
        const text = readFileSync(written, 'utf8');
        expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
        expect(text).toContain('Multiply');
      }
    });
  }
});

describe('test_profiler_dist', () => {
  const test = useTestProfilers();

  it.each(sampleOf(FORMATS, 2))(
    'test_profiler_dist[%s]: one file for each process and the parent',
    format => {
      const program = bundleProgram('filesProgram.ts', test().file(''));
      const folder = test().file('profile');
      mkdirSync(folder);
      const args = [program, 'processes', folder, format];
      const parent = execFileSync(process.execPath, args, { encoding: 'utf8' });
      const names = readdirSync(folder);
      expect(names).toContain(`${parent}.${format}`);
      expect(names).toHaveLength(3);
      if (format !== 'chrome_timeline.json') return;
      for (const name of names) {
        expectTimelineRules(timelineEvents(path.join(folder, name)), ['my_scope']);
      }
    }
  );
});
