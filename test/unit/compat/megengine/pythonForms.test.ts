import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEGENGINE_NAMES } from '../../../../src/compat/megengine/names';
import { createTrace } from '../../../../src/compat/megengine/trace';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { analyze, AnalyzeOptionError } from '../../../../src/index';
import { useTestProfilers } from '../../../support/testProfilers';

const test = useTestProfilers();
const PROFILING = join(__dirname, '../../../golden/mge/profiling.json');

describe('names of Python', () => {
  it('are those of a traced function', () => {
    const trace = createTrace(new RecordingHost(), () => new RecordingHost());
    const traced = trace((n: number) => 2 * n, { profiling: true });
    expect(traced(3)).toBe(6);
    expect(traced.get_profile()).toEqual(traced.getProfile());
    expect(Object.keys(MEGENGINE_NAMES.classes.TracedFunction)).toEqual(['get_profile']);
  });

  it('choose the files of a profiler', () => {
    const made = test().profiler({ path: test().file('p'), sample_rate: 5, profile_device: false });
    made.start();
    expect(made.isStarted).toBe(true);
    made.dispose();
  });

  it('are those of the options of profile_analyze', () => {
    const own = analyze(PROFILING, {
      orderBy: 'memory',
      minTime: 1e-5,
      endKey: 'kern',
      host: true
    });
    const python = {
      order_by: 'memory',
      min_time: 1e-5,
      top_end_key: 'kern',
      show_host: true
    } as const;
    expect(analyze(PROFILING, python).toString()).toBe(own.toString());
    const typed = analyze(PROFILING, {
      order_by: 'memory',
      min_time: 1e-5,
      top_end_key: 'kern',
      host: true
    });
    expect(typed.toString()).toBe(own.toString());
    for (const name of Object.values(MEGENGINE_NAMES.options.analyze)) {
      expect(['name', 'inputType', 'endKey', 'host']).toContain(name);
    }
  });

  it('that are unknown are refused, with the ones that exist', () => {
    const ask = (options: object) => () => analyze(PROFILING, options);
    expect(ask({ order: 'memory' })).toThrow(AnalyzeOptionError);
    expect(ask({ typs: ['Conv'] })).toThrow('Did you mean types?');
    expect(ask({ min_time: 1, minTime: 2 })).toThrow('twice');
  });
});
