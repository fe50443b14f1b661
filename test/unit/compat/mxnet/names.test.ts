import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ObjectBodyError,
  ObjectDomainError,
  ObjectNameError,
  ProfilerObjectError,
  StartOptionError
} from '../../../../src/compat/mxnet/objectErrors';
import { KernelscopeError } from '../../../../src/base/errors';
import { ObjectBench } from '../../../support/profilerObjects';

let bench: ObjectBench;

beforeEach(() => {
  bench = new ObjectBench();
});

/** One object of each class, all of the same name. */
function allNamed(name: string) {
  const { Domain, Task, Frame, Event, Counter, Marker } = bench.objects;
  const domain = new Domain(name);
  return [
    domain,
    new Task(domain, name),
    new Frame(domain, name),
    new Event(name),
    new Counter(domain, name),
    new Marker(domain, name),
    domain.newTask(name),
    domain.newFrame(name),
    domain.newCounter(name),
    domain.newMarker(name)
  ];
}

describe('names', () => {
  it.each(['plain', '', 'Ünï µ 数据 🚀', 'a "quoted"\n\u0000 \u001b[31m', '\ud800', '__proto__'])(
    'are printed by every object: %j',
    name => {
      for (const object of allNamed(name)) {
        const json = JSON.parse(JSON.stringify({ object })) as { readonly object: string };
        const printed = [object.name, String(object), inspect(object), json.object];
        expect(printed).toEqual(Array<string>(4).fill(name));
      }
    }
  );

  it('stay as they are', () => {
    for (const object of allNamed('kept')) {
      expect(() => Object.assign(object, { name: 'other' })).toThrow(TypeError);
      expect(object.name).toBe('kept');
    }
  });

  it('are those of the classes, too', () => {
    for (const [name, objectClass] of Object.entries(bench.objects)) {
      expect((objectClass as { readonly name: string }).name).toBe(name);
    }
  });

  it('of objects are reached through instanceof', () => {
    const { Domain, Task, Frame, Event, Counter, Marker } = bench.objects;
    const domain = new Domain('d');
    expect(domain).toBeInstanceOf(Domain);
    expect(domain.newTask('t')).toBeInstanceOf(Task);
    expect(domain.newFrame('f')).toBeInstanceOf(Frame);
    expect(domain.newCounter('c')).toBeInstanceOf(Counter);
    expect(domain.newMarker('m')).toBeInstanceOf(Marker);
    expect(new Event('e')).toBeInstanceOf(Event);
  });

  it('can be given to a domain while recording (test_profile_create_domain)', () => {
    const profile = bench.record(() => {
      new bench.objects.Domain('PythonDomain').newTask('task').run(() => undefined);
    });
    expect(profile.strings).toContain('PythonDomain');
  });
});

describe('wrong types', () => {
  const wrong = (value: unknown) => value as never;

  it('are refused for names, with what is valid', () => {
    const { Domain, Event, Task } = bench.objects;
    const domain = new Domain('d');
    expect(() => new Domain(wrong(undefined))).toThrow(
      'Invalid name of a Domain: undefined. Support: any text'
    );
    expect(() => new Event(wrong(5))).toThrow(ObjectNameError);
    expect(() => new Task(domain, wrong(Symbol('x')))).toThrow(ObjectNameError);
    expect(() => domain.newFrame(wrong({ name: 'x' }))).toThrow(ObjectNameError);
    expect(() => domain.newCounter(wrong(null))).toThrow(ObjectNameError);
  });

  it('are refused for domains', () => {
    const { Task, Frame, Counter, Marker } = bench.objects;
    for (const objectClass of [Task, Frame, Counter, Marker]) {
      for (const domain of [null, undefined, 'd', { name: 'd' }]) {
        expect(() => new objectClass(wrong(domain), 'x')).toThrow(ObjectDomainError);
      }
    }
    expect(() => new Task(wrong(null), 'x')).toThrow(
      'Invalid domain of a Task: null. Support: a Domain, new Domain(name)'
    );
  });

  it('are refused for threads and bodies, and change nothing', () => {
    const task = new bench.objects.Domain('d').newTask('t');
    for (const options of [
      null,
      5,
      { thread: 5 },
      { thred: { threadId: 3 } },
      { thread: { threadId: 3 }, name: 'x' },
      { thread: null },
      { thread: { threadId: '1' } }
    ]) {
      expect(() => task.start(wrong(options))).toThrow(StartOptionError);
    }
    expect(() => task.run(wrong(undefined))).toThrow(ObjectBodyError);
    task.start();
    expect(bench.warnings).toEqual([]);
  });

  it('are all errors of Kernelscope, named after their classes', () => {
    const error = new ObjectNameError('Task', 1);
    expect(error).toBeInstanceOf(ProfilerObjectError);
    expect(error).toBeInstanceOf(KernelscopeError);
    expect(error.name).toBe('ObjectNameError');
  });
});
