import { describe, expect, test } from 'vitest';
import { ContinuousOptionError } from '../../../../src/engine/continuous/continuousErrors';
import { readContinuousOptions } from '../../../../src/engine/continuous/continuousOptions';
import { UnknownOptionError } from '../../../../src/engine/arguments/argumentErrors';

const LEAST = { push: 'http://localhost:4040', name: 'service' };

describe('readContinuousOptions', () => {
  test('has defaults for all but the server and the name', () => {
    const read = readContinuousOptions(LEAST);
    expect(read).toMatchObject({ name: 'service', cpuHz: 99, every: 10_000, queue: 6 });
    expect(read.timeout).toBe(10_000);
    expect(read.push.url.href).toBe('http://localhost:4040/');
  });

  test.each([
    ['500ms', 500],
    ['10s', 10_000],
    ['1.5s', 1500],
    ['2m', 120_000],
    [2500, 2500]
  ])('takes a window of %s', (every, ms) => {
    expect(readContinuousOptions({ ...LEAST, every }).every).toBe(ms);
  });

  test("takes the names of OpenTelemetry's attributes with its protocol", () => {
    const labels = { 'service.version': '1' };
    const read = readContinuousOptions({ ...LEAST, protocol: 'otlp', labels });
    expect(read).toMatchObject({ protocol: 'otlp', labels: new Map(Object.entries(labels)) });
    expect(readContinuousOptions(LEAST).protocol).toBe('pyroscope');
  });

  test('takes the names of options as Python writes them', () => {
    expect(readContinuousOptions({ ...LEAST, cpu_hz: 19 }).cpuHz).toBe(19);
  });

  test.each([
    [{ push: undefined }, 'push must be the URL of the server; it is missing'],
    [{ name: undefined }, 'name must be the name of the service; it is missing'],
    [{ push: 'localhost:4040' }, 'push must be a URL that begins with http:// or https://'],
    [{ push: 'file:///etc/passwd' }, 'not with file:'],
    [{ push: 5 }, 'push must be a URL'],
    [{ name: 'a{b}' }, 'name must be text of letters, digits, _, ., - and /; got a{b}'],
    [{ cpuHz: 0 }, 'cpuHz must be a number from 1 to 10000; got 0'],
    [{ cpuHz: NaN }, 'cpuHz must be a number'],
    [{ cpuHz: '99' }, 'cpuHz must be a number'],
    [{ every: '10' }, "every must be a number of milliseconds or text such as '10s'"],
    [{ every: '50ms' }, 'from 100ms to 10m; got 50ms'],
    [{ every: Infinity }, 'every must be'],
    [{ queue: 0 }, 'queue must be a whole number from 1 to 100; got 0'],
    [{ queue: 1.5 }, 'queue must be a whole number'],
    [{ labels: { 'a-b': 'x' } }, 'the name of a label must be letters'],
    [{ labels: { __name__: 'x' } }, 'the name of a label must be'],
    [{ labels: { service_name: 'x' } }, 'none that the server sets; got service_name'],
    [{ labels: { zone: 'a,b=c' } }, 'labels.zone must be text'],
    [{ labels: { zone: 'a}' } }, 'labels.zone must be text'],
    [{ labels: { zone: {} } }, 'labels.zone must be text'],
    [{ labels: { 'service.version': '1' } }, 'the name of a label must be letters, digits and _'],
    [{ labels: { 'service.name': 'x' }, protocol: 'otlp' }, 'none that the server sets'],
    [{ labels: { 'a-b': 'x' }, protocol: 'otlp' }, 'letters, digits, _ and .'],
    [{ protocol: 'grpc' }, "protocol must be one of {'pyroscope', 'otlp'}; got grpc"],
    [{ labels: ['a'] }, 'labels must be an object'],
    [{ headers: 'a' }, 'headers must be an object']
  ])('refuses %j', (wrong, message) => {
    const read = () => readContinuousOptions({ ...LEAST, ...wrong });
    expect(read).toThrow(ContinuousOptionError);
    expect(read).toThrow(message);
  });

  test('refuses more labels than the server takes', () => {
    const labels = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`l${at}`, at]));
    expect(() => readContinuousOptions({ ...LEAST, labels })).toThrow('20 labels at most; got 21');
  });

  test('names the options that there are, for an unknown one', () => {
    const read = () => readContinuousOptions({ ...LEAST, interval: 5 });
    expect(read).toThrow(UnknownOptionError);
    expect(read).toThrow('profile.continuous has no option interval');
  });

  test.each([
    [{ push: 'ftp://user:secret@host' }],
    [{ push: 'http://user:secret@' }],
    [{ headers: { Authorization: 'secret\n' } }],
    [{ headers: { 'Content-Type': 'secret' } }],
    [{ headers: { 'bad name': 'secret' } }],
    [{ headers: { Authorization: ['secret'] } }]
  ])('shows nothing that may be secret of %j', wrong => {
    let message = '';
    try {
      readContinuousOptions({ ...LEAST, ...wrong });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^ContinuousOptionError/);
    expect(message).not.toContain('secret');
  });

  test('keeps the user and password of a URL out of its address', () => {
    const { push } = readContinuousOptions({ ...LEAST, push: 'https://me:p%40ss@host/base?k=v#x' });
    expect(push.url.href).toBe('https://host/base?k=v');
    expect(push.shown).toBe('https://host');
    expect(push.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });
});
