import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AnalyzeOptionError, type AnalyzeOptions, analyze } from '../../../../src';
import { type ResultDisplay, displayKey } from '../../../../src/model/output/resultDisplay';
import { drawProfile } from '../../../support/drawProfile';
import { runCommand } from '../../../support/runCommand';

const PROFILING = join(__dirname, '../../../golden/mge/profiling.json');

type Displayed = Readonly<Record<symbol, () => ResultDisplay>>;
const displayOf = (result: object): ResultDisplay => (result as Displayed)[displayKey()]();

describe('analyze', () => {
  it.each<[AnalyzeOptions, readonly string[]]>([
    [{}, []],
    [
      { top: 5, aggregate: 'sum', aggregateBy: 'type' },
      ['-t', '5', '--aggregate', 'sum', '--aggregate-by', 'type']
    ],
    [
      { orderBy: '+memory', minTime: 1e-5, host: true, copyTime: true },
      ['--order-by', '+memory', '--min-time', '1e-5', '--show-host', '--copy-time']
    ],
    [
      { types: ['ConvolutionForward'], endKey: 'kern' },
      ['--type', 'ConvolutionForward', '--top-end-key', 'kern']
    ],
    [{ name: /conv/i, top: 0 }, ['--opr-name', '/conv/i', '-t', '0']]
  ])('with %o has the tables of kernelscope analyze', async (options, args) => {
    const { out, err } = await runCommand('analyze', PROFILING, ...args);
    const result = analyze(PROFILING, options);
    expect(result.toString()).toBe([out.trimEnd(), ...result.notes].join('\n'));
    expect(result.notes.map(note => `kernelscope: ${note}`).join('\n')).toBe(err.trimEnd());
  });

  it('has the forms of kernelscope analyze for programs', async () => {
    const result = analyze(PROFILING);
    const [json, csv] = await Promise.all(
      ['json', 'csv'].map(form => runCommand('analyze', PROFILING, '--format', form))
    );
    expect(result.toJSON()).toEqual(JSON.parse(json.out));
    expect(result.toCsv()).toBe(csv.out.trimEnd());
  });

  it('reads a profile, and is a table of HTML with escaped names in a cell', () => {
    const result = analyze({ data: drawProfile('main |[op/<img>   ][op/relu]') });
    const { html, text, profile } = displayOf(result);
    expect(profile).toBeUndefined();
    expect(text).toBe(result.toString());
    expect(text).toContain('<img>');
    expect(html).toContain('&lt;img&gt;');
    expect(html).not.toContain('<img');
  });

  it.each<[string, object]>([
    ['top must be a whole number from 0 on, got -1', { top: -1 }],
    ['orderBy must be one of time, info', { orderBy: 'speed' }],
    ['aggregateBy needs aggregate', { aggregateBy: 'type' }],
    ['aggregate must be one of', { aggregate: 'median' }],
    ['endKey must be one of end', { endKey: 'begin' }]
  ])('refuses what it cannot mean: %s', (message, options) => {
    expect(() => analyze(PROFILING, options as AnalyzeOptions)).toThrow(AnalyzeOptionError);
    expect(() => analyze(PROFILING, options as AnalyzeOptions)).toThrow(message);
  });
});
