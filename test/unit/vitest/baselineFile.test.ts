import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../../src/vitest/baseline';
import { readBaseline, writeBaseline } from '../../../src/vitest/baselineFile';
import { differences, environmentOf } from '../../../src/vitest/environment';
import { useFolder } from '../../support/folders';

const environment = environmentOf({ repeat: 3, warmup: null, allocations: true });

const BASELINE: Baseline = {
  environment,
  wholeNs: [3e6, 3.1e6, 3.2e6],
  names: [{ name: 'parse', timesNs: [1e6, 1.1e6, 1.2e6] }]
};

const folder = useFolder();

const at = (name: string): string => join(folder, name);

describe('a baseline file', () => {
  it('is read as it was written, into folders that are made', () => {
    const file = at('perf/parse.json');
    writeBaseline(file, BASELINE);
    expect(readBaseline(file)).toEqual(BASELINE);
  });

  it('that is not there is none', () => {
    expect(readBaseline(at('none.json'))).toBeNull();
  });

  it.each([
    ['no JSON', 'parse: 3', 'Cannot read the baseline'],
    ['another object', '{"name":"x"}', 'it is not one; write it with vitest -u.'],
    ['a list', '[]', 'it is not one'],
    ['null', 'null', 'the file must be an object'],
    ['a later version', changed({ version: 2 }), 'its version is 2'],
    ['a text for a time', changed({ wholeNs: ['3', 4] }), 'it is damaged'],
    ['a negative time', changed({ wholeNs: [-1, 4] }), 'it is damaged'],
    ['a single time', changed({ wholeNs: [3] }), 'it is damaged'],
    ['too many times', changed({ wholeNs: Array(201).fill(1) }), 'it is damaged'],
    ['too many names', changed({ names: Array(6).fill(BASELINE.names[0]) }), 'it is damaged'],
    ['no environment', changed({ environment: null }), 'environment must be an object'],
    ['a number for a fact', changed({ environment: { ...environment, V8: 1 } }), 'it is damaged']
  ])('with %s is refused in a sentence', (_, text, message) => {
    writeFileSync(at('bad.json'), text);
    expect(() => readBaseline(at('bad.json'))).toThrow(message);
  });

  it('that is too large is refused before it is read', () => {
    writeFileSync(at('large.json'), '{');
    truncateSync(at('large.json'), 1 << 21);
    expect(() => readBaseline(at('large.json'))).toThrow(
      'it has 2097152 bytes, more than 1048576.'
    );
  });

  function changed(fields: object): string {
    return JSON.stringify({ kind: 'kernelscope baseline', version: 1, ...BASELINE, ...fields });
  }
});

describe('an environment', () => {
  it('differs in what messages name', () => {
    const other = { ...environment, Node: '18.0.0', processors: '96' };
    expect(differences(environment, environment)).toEqual([]);
    expect(differences(other, environment)).toEqual([
      `processors 96, here ${environment.processors}`,
      `Node 18.0.0, here ${process.versions.node}`
    ]);
  });

  it('has no name of the machine or of anybody', () => {
    writeBaseline(at('own.json'), BASELINE);
    const { environment: facts } = JSON.parse(readFileSync(at('own.json'), 'utf8')) as Baseline;
    expect(Object.keys(facts)).toEqual([
      ...['processor', 'processors', 'platform', 'Node', 'V8', 'repeat', 'warmup']
    ]);
  });
});
