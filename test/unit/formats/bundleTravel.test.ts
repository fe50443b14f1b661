import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBundle } from '../../../src/formats/bundle';
import { BundleError } from '../../../src/formats/bundleError';
import { bundleSections, jsonBytes } from '../../../src/formats/bundleSections';
import { encodeChromeTrace } from '../../../src/formats/chromeTrace';
import { profileCsv, sectionsCsv } from '../../../src/formats/csv';
import { decodeBundle } from '../../../src/formats/decodeBundle';
import { profileDocument } from '../../../src/formats/html';
import { encodeKscope } from '../../../src/formats/kscope';
import { encodePerfetto } from '../../../src/formats/perfetto';
import type { ProfileBundle } from '../../../src/model/bundle';
import type { Profile } from '../../../src/model/profile';
import { validateProfile } from '../../../src/model/validate';
import { fullProfile } from '../../support/fullProfile';
import { goldenProfile } from '../../support/goldenProfile';
import { largeProfile } from '../../support/largeProfile';
import { seededRandom } from '../../support/random';
import { richProfile } from '../../support/richProfile';

const deflate = (bytes: Uint8Array) => deflateRawSync(bytes);
const inflate = (bytes: Uint8Array, rawBytes: number) =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });

/** The bundle as it comes out of a notebook file. */
function stored(profile: Profile, maxBytes?: number): ProfileBundle {
  return JSON.parse(JSON.stringify(encodeBundle(profile, { deflate, maxBytes }))) as ProfileBundle;
}

async function travelled(profile: Profile, maxBytes?: number): Promise<Profile> {
  return (await decodeBundle(stored(profile, maxBytes), { inflate })).profile;
}

describe('a profile that fits a notebook output', () => {
  it('comes back equal, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fullProfile(), async profile => {
        validateProfile(profile);
        expect(await travelled(profile)).toEqual(profile);
      }),
      { numRuns: 200 }
    );
  });

  it('is whole, and has no density', async () => {
    const { bundle, profile, density } = await decodeBundle(stored(richProfile()), { inflate });
    expect(bundle.overview.partial).toBe(false);
    expect(profile).toEqual(richProfile());
    expect(density).toBeNull();
  });

  it('has long texts cut and long counters decimated, and is whole for all that', async () => {
    const rich = richProfile();
    const strings = [...rich.strings.slice(0, -1), 'x'.repeat(1000)];
    const time = Float64Array.from({ length: 50_000 }, (_, row) => row);
    const counters = [{ ...rich.counters[0], time, value: time.map(at => at % 777) }];
    const bundle = stored({ ...rich, strings, counters });
    const { profile } = await decodeBundle(bundle, { inflate });
    expect(bundle.overview.partial).toBe(false);
    expect(profile.strings.at(-1)).toBe(`${'x'.repeat(299)}…`);
    expect(profile.counters[0].time.length).toBeLessThanOrEqual(4000);
    expect(Math.max(...profile.counters[0].value)).toBe(776);
  });

  it('is exported alike on both sides', async () => {
    const rich = richProfile();
    const back = await travelled(rich);
    expect(encodePerfetto(back)).toEqual(encodePerfetto(rich));
    expect(encodeChromeTrace(back)).toEqual(encodeChromeTrace(rich));
    expect(encodeKscope(back)).toEqual(encodeKscope(rich));
    expect(profileDocument(back)).toBe(profileDocument(rich));
    expect(sectionsCsv(bundleSections(stored(rich)))).toBe(profileCsv(rich));
  });
});

describe('a profile that does not fit', () => {
  const rich = richProfile(20_000);
  const limit = 60_000;

  it('is a valid part of itself within the size asked for, and says so', async () => {
    const bundle = stored(rich, limit);
    expect(jsonBytes(bundle)).toBeLessThanOrEqual(limit);
    expect(bundle.overview.partial).toBe(true);
    const { profile, density } = await decodeBundle(bundle, { inflate });
    expect(profile.slices.length).toBeGreaterThan(1000);
    expect(profile.slices.length).toBeLessThan(rich.slices.length);
    expect(density).not.toBeNull();
  });

  it('keeps arguments, flows and parents of the slices that it keeps', async () => {
    const part = await travelled(rich, limit);
    const texts = flowTexts(rich);
    expect(argTexts(part)).toEqual(argTexts(rich));
    expect(part.flows.length).toBeGreaterThan(0);
    for (const flow of flowTexts(part)) expect(texts).toContain(flow);
    const large = largeProfile(20_000);
    const kept = await travelled(large, 40_000);
    const parents = new Set(parentTexts(large));
    const withParents = parentTexts(kept);
    expect(withParents.length).toBeGreaterThan(1000);
    expect(withParents.filter(text => !parents.has(text))).toEqual([]);
  });

  it('keeps all the sampled time, in fewer samples', async () => {
    const samples = manySamples(60_000);
    const bundle = stored({ ...rich, samples }, 120_000);
    const { profile } = await decodeBundle(bundle, { inflate });
    expect(bundle.overview.partial).toBe(true);
    expect(jsonBytes(bundle)).toBeLessThan(120_000);
    expect(profile.samples.length).toBeGreaterThan(2000);
    expect(profile.samples.weight.reduce((a, b) => a + b)).toBe(60_000 * 100);
    expect(profile.stacks.length).toBe(rich.stacks.length);
  });

  it('is partial when only the source of the cell was too long', async () => {
    const cell = { file: 'Cell [1]', executionCount: 1, source: 'größe();\n'.repeat(10_000) };
    const bundle = stored({ ...richProfile(20), meta: { ...rich.meta, cell } });
    expect(bundle.overview.partial).toBe(true);
    expect(bundle.run.cell).toMatchObject({ isSourceClipped: true });
    const { profile, density } = await decodeBundle(bundle, { inflate });
    expect(cell.source.startsWith(profile.meta.cell?.source ?? '?')).toBe(true);
    expect(profile.slices.length).toBe(richProfile(20).slices.length);
    expect(density).toBeNull();
  });

  it('stays within any size that its statistics leave room for', () => {
    for (const bytes of [20_000, 30_000, 50_000, 100_000, 200_000]) {
      expect(jsonBytes(stored(rich, bytes))).toBeLessThanOrEqual(bytes);
    }
  });

  it('is a valid profile at any size', async () => {
    await fc.assert(
      fc.asyncProperty(fullProfile(), fc.integer({ min: 3000, max: 9000 }), async (full, bytes) => {
        validateProfile(await travelled(full, bytes));
      }),
      { numRuns: 200 }
    );
  });
});

describe('a bundle of version 1', () => {
  const golden = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../golden/bundle/${name}`, import.meta.url), 'utf8'));

  it('has the slices, counters and lines that it had', async () => {
    const original = goldenProfile();
    const { bundle, profile } = await decodeBundle(golden('v1.json'), { inflate });
    expect(bundle.version).toBe(2);
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
  it('reads as the profile it was made from', async () => {
    const file = new URL('../../golden/bundle/v2.json', import.meta.url);
    const value = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    expect((await decodeBundle(value, { inflate })).profile).toEqual(goldenProfile());
  });
});

describe('a hostile bundle', () => {
  const bundle = stored(richProfile(50));
  const changed = (overview: Partial<ProfileBundle['overview']>) => ({
    ...bundle,
    overview: { ...bundle.overview, ...overview }
  });
  const reject = async (value: unknown, message: RegExp | string) => {
    const error: unknown = await decodeBundle(value, { inflate }).catch(
      (thrown: unknown) => thrown
    );
    expect(error).toBeInstanceOf(BundleError);
    expect((error as BundleError).message).toMatch(message);
  };

  it('is refused by the name of the part, when an index leads nowhere', async () => {
    const { overview } = bundle;
    await reject(changed({ labels: [] }), 'slices.label row 0');
    await reject(changed({ frames: { length: 0, escapes: 0, data: '' } }), 'stacks.frame row 0');
    await reject(changed({ lineTicks: [[9999, 1, 1]] }), 'overview.lineTicks row 0, file');
    await reject(changed({ strings: ['x', ...overview.strings.slice(1)] }), 'strings row 0');
  });

  it('cannot have a stack above itself, nor times that fall', async () => {
    const { stacks, slices } = bundle.overview;
    const zeros = deflateOf(new Uint8Array(stacks.length * 8).fill(255));
    await reject(changed({ stacks: { ...stacks, data: zeros } }), /escapes/);
    const lengths = { ...slices, data: deflateOf(new Uint8Array(slices.length * 16).fill(1)) };
    await reject(changed({ slices: { ...lengths, escapes: 0 } }), /slices\.track row 0/);
  });

  it('is stopped at the size it declared, when its data is a bomb', async () => {
    const data = deflateOf(new Uint8Array(100_000_000));
    const started = performance.now();
    await reject(changed({ slices: { ...bundle.overview.slices, data } }), 'damaged');
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('cannot claim more rows or points than all tables may have together', async () => {
    const { samples, stacks } = bundle.overview;
    const length = 1_200_000;
    const claim = { samples: { ...samples, length }, stacks: { ...stacks, length } };
    await reject(changed(claim), 'overview.samples length is 1200000');
    const [counter] = bundle.overview.counters;
    const counters = [counter, counter].map(each => ({ ...each, pointCount: 150_000 }));
    await reject(changed({ counters }), 'overview.counters row 1, pointCount, is 150000');
  });

  it('gives a BundleError or a valid profile, whatever bits are flipped or cut off', async () => {
    const { overview } = bundle;
    const names = ['slices', 'args', 'flows', 'frames', 'stacks', 'samples', 'parents'] as const;
    const flip = fc.record({ name: fc.constantFrom(...names), at: fc.nat(), bit: fc.nat(7) });
    await fc.assert(
      fc.asyncProperty(flip, fc.boolean(), async ({ name, at, bit }, isCut) => {
        const bytes = Buffer.from(overview[name]?.data ?? '', 'base64');
        bytes[at % bytes.length] ^= 1 << bit;
        const kept = isCut ? bytes.subarray(0, at % bytes.length) : bytes;
        const table = { ...overview[name], data: kept.toString('base64') };
        await decodeBundle(changed({ [name]: table }), { inflate }).then(
          ({ profile }) => validateProfile(profile),
          (error: unknown) => expect(error).toBeInstanceOf(BundleError)
        );
      }),
      { numRuns: 1000 }
    );
  });
});

function deflateOf(bytes: Uint8Array): string {
  return deflateRawSync(bytes).toString('base64');
}

function labelOf({ strings, labels, slices }: Profile, row: number): string {
  return strings[labels.name[slices.label[row]]];
}

function sliceText(profile: Profile, row: number): string {
  const { start, duration, track } = profile.slices;
  const place = profile.tracks[track[row]].name;
  return `${labelOf(profile, row)} ${start[row]}+${duration[row]} @${place}`;
}

function sliceTexts(profile: Profile): string[] {
  return Array.from(profile.slices.start, (_, row) => sliceText(profile, row));
}

function flowTexts(profile: Profile): string[] {
  const { from, to } = profile.flows;
  return Array.from(from, (row, flow) => {
    return `${sliceText(profile, row)} → ${sliceText(profile, to[flow])}`;
  });
}

function parentTexts(profile: Profile): string[] {
  return Array.from(profile.slices.parent, (parent, row) => {
    return parent < 0 ? '' : `${sliceText(profile, row)} in ${sliceText(profile, parent)}`;
  }).filter(text => text !== '');
}

function argTexts(profile: Profile): string[] {
  const { slice, key, kind, value } = profile.args;
  return Array.from(slice, (row, arg) => {
    const shown = kind[arg] === 1 ? profile.strings[value[arg]] : value[arg];
    return `${sliceText(profile, row)}: ${profile.strings[key[arg]]} = ${shown}`;
  });
}

/** Samples of the stacks of the rich profile, 100 ns each. */
function manySamples(length: number): Profile['samples'] {
  const random = seededRandom(3);
  return {
    length,
    time: Float64Array.from({ length }, (_, row) => row * 100 + Math.floor(100 * random())),
    weight: new Float64Array(length).fill(100),
    stack: Int32Array.from({ length }, () => Math.floor(5 * random()) - 1),
    track: new Uint16Array(length).fill(1)
  };
}
