import { beforeEach, describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import type { Domain } from '../../../../src/compat/mxnet/domain';
import { argLines, ObjectBench } from '../../../support/profilerObjects';

let bench: ObjectBench;
let domain: Domain;

beforeEach(() => {
  bench = new ObjectBench();
  domain = new bench.objects.Domain('MyDomain');
});

describe('Frame', () => {
  it('numbers its runs from 1 in each recording, over all objects of a name (test_profile_frame)', () => {
    const pass = (): void => domain.newFrame('frame1').run(() => bench.wait(10));
    bench.record(pass);
    const profile = bench.record(() => {
      pass();
      new bench.objects.Frame(domain, 'other').run(() => undefined);
      pass();
    });
    expect(argLines(profile)).toEqual(['frame1 frame=1', 'other frame=1', 'frame1 frame=2']);
    expect(aggregate(profile)[0]).toMatchObject({
      category: 'MyDomain,frame',
      rows: [{ name: 'frame1', count: 2, total: 20_000 }, { name: 'other' }]
    });
  });

  it('has a rate from one end to the next', () => {
    const frame = domain.newFrame('frame1');
    const profile = bench.record(() => {
      bench.wait(100);
      for (const us of [20_000, 10_000, 0]) {
        frame.start();
        bench.wait(us);
        frame.stop();
      }
      bench.wait(40_000);
      frame.run(() => undefined);
    });
    expect(profile.counters).toMatchObject([
      { name: 'frame1 (frames/s)', category: 'MyDomain,frame', kind: 'derived', unit: 'count' }
    ]);
    expect([...profile.counters[0].value]).toEqual([100, 25]);
  });

  it('has one rate less than frames, and none for a single frame', () => {
    const frame = domain.newFrame('frame1');
    const pass = () => {
      frame.run(() => bench.wait(5000));
      bench.wait(15_000);
    };
    expect(bench.record(pass).counters).toEqual([]);
    const profile = bench.record(() => {
      for (let times = 0; times < 5; times++) pass();
    });
    expect([...profile.counters[0].value]).toEqual([50, 50, 50, 50]);
  });
});
