import { expect, test } from 'vitest';
import { DetachedMethodError } from '../../../src/base/detachedMethods';
import { Counter, Domain, Event, Frame, profile, Profiler, range, Task } from '../../../src/index';

test('methods that were taken out of their objects say so, and work where they are', () => {
  const domain = new Domain('domain');
  const session = profile({ cpuIntervalUs: null, memoryPeriodMs: null });
  const profiler = new Profiler({ startProfile: false });
  const taken: readonly (readonly [name: string, method: () => unknown])[] = [
    ['step', session.step],
    ['table', session.table],
    ['stop', session.stop],
    ['addMetadata', session.addMetadata as () => unknown],
    ['start', profiler.start],
    ['analyse', profiler.analyse as () => unknown],
    ['keyAverages', profiler.key_averages],
    ['start', new Task(domain, 'task').start],
    ['stop', new Frame(domain, 'frame').stop],
    ['dispose', new Event('event').dispose],
    ['increment', new Counter(domain, 'counter').increment],
    ['end', range('range').begin().end]
  ];
  for (const [name, method] of taken) {
    for (const self of [undefined, {}, globalThis]) {
      const call = () => Reflect.apply(method, self, []);
      expect(call, name).toThrow(DetachedMethodError);
      expect(call).toThrow(`${name} was called without its `);
    }
  }
  const counter = new Counter(domain, 'own', 5);
  expect(counter.increment(2).decrement().value).toBe(6);
  expect([counter.increment.name, session.table.name]).toEqual(['increment', 'table']);
  session.stop();
  expect(session.table()).toContain('Self CPU time total');
});
