import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleSections } from '../../../../src/formats/bundle/bundleSections';
import { profileCsv, sectionsCsv } from '../../../../src/formats/csv/write';
import { decodeBundle } from '../../../../src/formats/bundle/decodeBundle';
import { BUNDLE_VERSION } from '../../../../src/model/output/bundle';
import { asUnicode } from '../../../support/asUnicode';
import {
  goldenProfile,
  goldenProfileOfVersion2,
  goldenProfileOfVersion3,
  goldenProfileOfVersion4
} from '../../../support/goldenProfile';
import { sliceTexts } from '../../../support/profileTexts';
import { inflate } from '../../../support/storedBundle';

const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../golden/bundle/${name}`, import.meta.url), 'utf8'));

describe('a bundle of version 1', () => {
  it('has the slices, counters and lines that it had', async () => {
    const original = goldenProfileOfVersion4();
    const { bundle, profile } = await decodeBundle(golden('v1.json'), { inflate });
    expect(bundle.version).toBe(BUNDLE_VERSION);
    expect(sliceTexts(profile)).toEqual(sliceTexts(original));
    expect(profile.counters.map(({ value }) => value)).toEqual(
      original.counters.map(({ value }) => value)
    );
    expect([...profile.lineTicks.line]).toEqual([...original.lineTicks.line]);
    expect(profile.strings[profile.lineTicks.file[0]]).toBe('Cell [5]');
    expect(profile.meta.cell).toEqual({ file: 'Cell [5]', executionCount: 5, source: '' });
    expect(profile.slices.parent.every(parent => parent === -1)).toBe(true);
    expect(sectionsCsv(bundleSections(bundle))).toBe(profileCsv(original));
  });

  it('is partial when its samples are not in it', async () => {
    const { bundle } = await decodeBundle(golden('v1.json'), { inflate });
    expect(bundle.summary.samples).toBe(200);
    expect(bundle.overview.partial).toBe(true);
    expect(bundle.run.cell?.isSourceClipped).toBe(true);
  });

  it('keeps its density and its sidecar when it is partial', async () => {
    const { bundle, density } = await decodeBundle(golden('v1-partial.json'), { inflate });
    expect(bundle.sidecar?.path).toBe('notebook.kscope/large.kscope');
    expect(density?.count.reduce((a, b) => a + b)).toBe(20_000);
  });
});

describe('a bundle of version 2', () => {
  it('reads as the profile it was made from, without allocations, scopes and kinds', async () => {
    const { bundle, profile } = await decodeBundle(golden('v2.json'), { inflate });
    expect(bundle.version).toBe(BUNDLE_VERSION);
    expect(profile).toEqual(goldenProfileOfVersion2());
  });
});

describe('a bundle of version 3', () => {
  it('reads as the profile it was made from, without what was said of stacks later', async () => {
    const { bundle, profile } = await decodeBundle(golden('v3.json'), { inflate });
    expect(bundle.version).toBe(BUNDLE_VERSION);
    expect(profile).toEqual(asUnicode(goldenProfileOfVersion3()));
  });
});

describe('a bundle of version 4', () => {
  it('reads as the profile it was made from, without what is known of GPUs', async () => {
    const { bundle, profile } = await decodeBundle(golden('v4.json'), { inflate });
    expect(bundle.version).toBe(BUNDLE_VERSION);
    expect(profile).toEqual(asUnicode(goldenProfileOfVersion4()));
  });
});

describe('a bundle of version 5', () => {
  it('reads as the profile it was made from, as valid Unicode', async () => {
    const { profile } = await decodeBundle(golden('v5.json'), { inflate });
    expect(profile).toEqual(asUnicode(goldenProfile()));
  });
});
