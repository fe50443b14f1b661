import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { summaryItems } from '../../../../extension/src/shell/summary';
import { createNumberFormats } from '../../../../extension/src/shared/content/format';
import { recordingTitle } from '../../../../extension/src/shared/content/recordedAt';
import type { BundleSummary } from '../../../../src/model/output/bundle';
import { exampleBundle, exampleSummary } from '../exampleBundle';

const trans = nullTranslator.load('');
const startedAtMs = new Date(2026, 2, 1, 14, 2, 11).getTime();

function items(changes: Partial<BundleSummary>): (readonly [label: string, value: string])[] {
  const bundle = exampleBundle({ summary: exampleSummary({ startedAtMs, ...changes }) });
  const all = summaryItems(bundle, createNumberFormats('en'), trans);
  return all.map(({ label, value }) => [label, value] as const);
}

describe('the summary of a profile', () => {
  it('begins with its name, its cell and the time of the recording', () => {
    expect(items({ name: 'before', cellFile: 'Cell [3]' }).slice(0, 3)).toEqual([
      ['Profile', 'before'],
      ['Recorded', 'Cell [3] · 14:02:11'],
      ['Wall', '200 ms']
    ]);
  });

  it('shows no id in place of a name', () => {
    const unnamed = { id: '0b22e572ee50', name: '0b22e572ee50', cellFile: 'Cell [3]' };
    expect(items(unnamed)[0]).toEqual(['Recorded', 'Cell [3] · 14:02:11']);
    const title = recordingTitle(exampleSummary({ ...unnamed, startedAtMs }), trans);
    expect(title).toBe('Cell [3], 14:02:11');
  });

  it('has no overhead of more than all of the time', () => {
    const overhead = (changes: Partial<BundleSummary>) => new Map(items(changes)).get('Overhead');
    const threads = { wallNs: 1e9, cpuNs: 3e9 };
    expect(overhead({ ...threads, overheadNs: 6e7 })).toBe('≈ 60 ms (2.0 %)');
    expect(overhead({ ...threads, overheadNs: 6e9 })).toBe('≈ 6 s (100.0 %)');
  });

  it('leaves out what the profile of another file does not know', () => {
    expect(items({ name: 'trace.json', cellFile: null, startedAtMs: 0 }).slice(0, 2)).toEqual([
      ['Profile', 'trace.json'],
      ['Wall', '200 ms']
    ]);
    const nameless = items({ name: '', cellFile: null, startedAtMs: 1e300 });
    expect(nameless[0]).toEqual(['Wall', '200 ms']);
  });
});
