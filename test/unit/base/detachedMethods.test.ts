import { expect, test } from 'vitest';
import { DetachedMethodError } from '../../../src/base/detachedMethods';
import {
  Counter,
  Domain,
  Event,
  Frame,
  Marker,
  profile,
  Profiler,
  range,
  Task
} from '../../../src/index';

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

/** Methods that print an object, and those that are not public. */
const NOT_TAKEN = 'constructor,toString,toJSON,begin,end,series,outlastCall'.split(',');

/** True for a value that is computed, which may itself be a function. */
function isAccessor(object: object, name: string): boolean {
  for (let at: object | null = object; at !== null; at = Reflect.getPrototypeOf(at)) {
    const property = Reflect.getOwnPropertyDescriptor(at, name);
    if (property) return property.get !== undefined;
  }
  return false;
}

/** The names of all public methods that an object has. */
function methodsOf(object: object): string[] {
  const names = new Set<string>();
  for (
    let at: object | null = object;
    at !== null && at !== Object.prototype;
    at = Reflect.getPrototypeOf(at)
  ) {
    for (const name of Object.getOwnPropertyNames(at)) {
      names.add(name);
    }
  }
  return [...names].filter(name => {
    const isMethod = !NOT_TAKEN.includes(name) && !isAccessor(object, name);
    return isMethod && typeof Reflect.get(object, name) === 'function';
  });
}

test('every method of an object of MXNet says so', () => {
  const domain = new Domain('domain');
  const objects = [
    domain,
    new Task(domain, 'task'),
    new Frame(domain, 'frame'),
    new Event('event'),
    new Counter(domain, 'counter'),
    new Marker(domain, 'marker')
  ];
  for (const object of objects) {
    const names = methodsOf(object);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const method = Reflect.get(object, name) as () => unknown;
      expect(() => Reflect.apply(method, undefined, []), name).toThrow(DetachedMethodError);
    }
  }
});
