import { expect, test } from 'vitest';
import { DetachedMethodError } from '../../../src/base/detachedMethods';
import { Counter, Domain, Event, Frame, profile, Profiler, range, Task } from '../../../src/index';

test('methods that were taken out of their objects say so, and work where they are', () => {
  const domain = new Domain('domain');
  const session = profile({ cpuIntervalUs: null, memoryPeriodMs: null });
  const profiler = new Profiler({ startProfile: false });
  const taken: readonly (readonly [object: object, key: string, name?: string])[] = [
    [session, 'step'],
    [session, 'table'],
    [session, 'stop'],
    [session, 'addMetadata'],
    [profiler, 'start'],
    [profiler, 'analyse'],
    [profiler, 'key_averages', 'keyAverages'],
    [new Task(domain, 'task'), 'start'],
    [new Frame(domain, 'frame'), 'stop'],
    [new Event('event'), 'dispose'],
    [new Counter(domain, 'counter'), 'increment'],
    [range('range').begin(), 'end']
  ];
  for (const [object, key, name = key] of taken) {
    const method = Reflect.get(object, key) as () => unknown;
    for (const self of [undefined, {}, globalThis]) {
      const call = () => Reflect.apply(method, self, []);
      expect(call, name).toThrow(DetachedMethodError);
      expect(call).toThrow(`${name} was called without its `);
    }
  }
  const counter = new Counter(domain, 'own', 5);
  expect(counter.increment(2).decrement().value).toBe(6);
  expect(Reflect.get(counter, 'increment')).toHaveProperty('name', 'increment');
  session.stop();
  expect(session.table()).toContain('Self CPU time total');
});
