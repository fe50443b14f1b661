import { type CounterUnit, type Profile, ProfileBuilder } from 'kernelscope/model';
import { expect, test } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import { compareProfiles } from '../../../../src/analysis/comparison/compareProfiles';
import { comparisonText } from '../../../../src/report/comparisonText';
import { dumpsJson } from '../../../../src/report/dumpsJson';
import { dumpsTable } from '../../../../src/report/dumpsTable';
import { sideOf } from '../../../support/comparedProfiles';
import { sampleMeta } from '../../../support/drawProfile';

/** Counters of a GPU with two values each. */
function gaugesOf(power: number): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'GPU 0', kind: 'device' });
  const add = (name: string, unit: CounterUnit, values: readonly number[]): void => {
    const [time, value] = [Float64Array.of(0, 1), Float64Array.from(values)];
    builder.addCounter({ name, category: 'GPU', unit, kind: 'sampled', track, time, value });
  };
  add('power', 'watts', [power, power + 100]);
  add('SM clock', 'hertz', [345e6, 1.98e9]);
  add('utilization', 'percent', [20, 60]);
  add('temperature', 'celsius', [30, 41]);
  add('PCIe received', 'bytesPerSecond', [0, 2.5e9]);
  return builder.build(sampleMeta(10));
}

const linesOf = (text: string): string[] =>
  text.split('\n').map(line => line.replace(/ {2,}/g, '|'));

test('what is read off a GPU has its own units', () => {
  expect(linesOf(dumpsTable(aggregate(gaugesOf(100)))).slice(3, -2)).toEqual([
    'GPU',
    '=================',
    'Name|Total Count|Min|Max|Avg',
    expect.stringMatching(/^-+\|/),
    'PCIe received (MB/s)|2|0.0000|2500.0000|1250.0000',
    'SM clock (MHz)|2|345.0000|1980.0000|1162.5000',
    'power (W)|2|100.0000|200.0000|150.0000',
    'utilization (%)|2|20.0000|60.0000|40.0000',
    'temperature (°C)|2|30.0000|41.0000|35.5000'
  ]);
});

test('it is a group of its own in JSON', () => {
  const document = JSON.parse(dumpsJson(aggregate(gaugesOf(100)))) as Record<string, unknown>;
  expect(document.Time).toEqual({});
  expect(document.Gauges).toMatchObject({
    GPU: { 'power (W)': { Count: 2, Min: 100, Max: 200, Avg: 150 } }
  });
});

test('a comparison shows it in its own units', () => {
  const [before, after] = [gaugesOf(100), gaugesOf(250)].map(sideOf);
  const lines = linesOf(comparisonText(compareProfiles(before, after)));
  expect(lines).toContain('Memory and counters|Category|Before|After|Δ|Δ %');
  expect(lines).toContain('power (W)|GPU|150.000|300.000|+150.000|+100.0');
});
