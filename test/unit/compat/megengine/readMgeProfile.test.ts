import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  MgeFormatError,
  looksLikeMge,
  readMgeProfile
} from '../../../../src/compat/megengine/readMgeProfile';

const GOLDEN = join(__dirname, '../../../golden/mge/profiling.json');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readMgeProfile(bytesOf(text));

const OPERATOR = '{"name":"a","type":"Copy","id":"7","input":["1"],"output":[]}';
const TIMES = '{"gpu":{"start":1,"kern":2,"end":4}}';

interface Parts {
  readonly operator?: string;
  readonly times?: string;
  readonly footprint?: string;
  readonly variable?: string;
}

function graph({
  operator = OPERATOR,
  times = TIMES,
  footprint = '{}',
  variable = '{"mem_plan":null}'
}: Parts = {}): string {
  return `{"profiler":{"device":{"7":${times}},"host":{},"opr_footprint":{"7":${footprint}}},
    "graph_exec":{"var":{"1":${variable}},"operator":{"7":${operator}}}}`;
}

describe('readMgeProfile', () => {
  it('keeps the order of the file, which JSON.parse does not', () => {
    const operators = readMgeProfile(readFileSync(GOLDEN));
    expect(operators.slice(0, 4).map(({ id }) => id)).toEqual(['67', '61', '69', '65']);
    expect(operators).toHaveLength(18);
  });

  it('takes the last of fields that occur twice, in the place of the first', () => {
    const entry = (id: string) => OPERATOR.replace('"7"', `"${id}"`);
    const text = graph().replace(
      `{"7":${OPERATOR}}`,
      `{"7":${entry('70')},"8":${entry('80')},"7":${entry('71')}}`
    );
    expect(read(text).map(({ id }) => id)).toEqual(['71', '80']);
  });

  it('reads what is absent as unknown and what is null as none', () => {
    expect(read(graph())[0]).toMatchObject({ memory: null, inShapes: 'unknown', inTypes: [null] });
    const footprint = '{"in_shapes":null,"out_shapes":[[2],[]],"in_layouts":[[1],null]}';
    expect(read(graph({ footprint }))[0]).toMatchObject({
      inShapes: 'none',
      outShapes: [[2], []],
      inLayouts: [[1], null]
    });
    const variable = '{"mem_plan":{"layout":{"dtype":"Int8"}}}';
    expect(read(graph({ variable }))[0].inTypes).toEqual(['Int8']);
  });

  it('reads times as differences, and waits where they are recorded', () => {
    expect(read(graph())[0].device).toEqual([{ endS: 3, kernS: 1 }]);
    const times = '{"gpu":{"start":1.5,"end":4}}';
    expect(read(graph({ times }))[0].device).toEqual([{ endS: 2.5, kernS: null }]);
  });

  it.each([
    ['{}', 'graph_exec: this field is missing'],
    ['{"profiler":{},"graph_exec":{"var":{},"operator":{}}}', 'profiler.device: this field'],
    [graph({ times: '{"gpu":{"start":1}}' }), 'profiler.device.7.gpu: end is missing'],
    [graph({ times: '{"gpu":{"start":"1","end":2}}' }), 'profiler.device.7.gpu.start: a number'],
    [graph({ times: '[]' }), 'profiler.device.7: an object is missing, here is a list'],
    [graph({ footprint: '{"memory":true}' }), 'profiler.opr_footprint.7.memory: a number'],
    [graph({ footprint: '{"memory":NaN}' }), 'profiler.opr_footprint.7.memory: a value is missing'],
    [graph({ footprint: '{"memory":1e999}' }), '1e999 is too large'],
    [graph({ footprint: '{"memory":01}' }), '01 is not a number'],
    [graph({ footprint: '{"in_shapes":[[2,"x"]]}' }), 'opr_footprint.7.in_shapes.0.1: a number'],
    [graph({ operator: '{"name":"a"}' }), 'graph_exec.operator.7: type is missing'],
    [graph({ operator: OPERATOR.replace('"1"', '"9"') }), 'there is no variable 9'],
    [graph().slice(0, -1), 'at the top: the file ends here'],
    [`${graph()} x`, 'follows the end'],
    [graph({ footprint: '{"param":{]}}' }), 'a value is missing before byte'],
    [graph({ operator: OPERATOR.replace('"a"', '"\\x"') }), 'is not a string'],
    [graph({ operator: OPERATOR.replace('"a"', '"a') }), 'graph_exec.operator.7'],
    ['', 'the file ends here']
  ])('names the field that is wrong in %s', (text, message) => {
    expect(() => read(text)).toThrow(MgeFormatError);
    expect(() => read(text)).toThrow(message);
  });

  it('reads names that look like fields of objects', () => {
    const text = graph().replaceAll('"7":', '"__proto__":');
    expect(read(text)[0]).toMatchObject({ name: 'a', device: [{ endS: 3 }] });
  });

  it('does not run out of stack in what it skips', () => {
    const deep = (depth: number) => graph({ footprint: `{"param":${'['.repeat(depth)}` });
    expect(() => read(deep(100_000))).toThrow('more than 10000 values in each other');
    const closed = `{"param":${'['.repeat(9000)}${']'.repeat(9000)}}`;
    expect(read(graph({ footprint: closed }))).toHaveLength(1);
  });

  it('refuses bytes that are no UTF-8, and leaves out a byte order mark', () => {
    const [before, after] = graph().split('Copy');
    const bytes = Uint8Array.from([...bytesOf(before), 0xff, ...bytesOf(after)]);
    expect(() => readMgeProfile(bytes)).toThrow('the text is not UTF-8');
    expect(read(`\ufeff${graph()}`)).toHaveLength(1);
  });
});

describe('looksLikeMge', () => {
  it.each([
    ['{"profiler":', true],
    ['{"version":[1,{"a":"}"}],"graph_exec":1}', true],
    ['{"traceEvents":[],"profiler":{}}', false],
    ['{"version":1}', false],
    ['[{"profiler":{}}]', false],
    ['{"version":[1,2', null],
    ['profiler', null],
    ['', null]
  ])('tells by the fields of %s', (text, expected) => {
    expect(looksLikeMge(bytesOf(text))).toBe(expected);
  });
});
