import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleSections, jsonBytes } from '../../../../src/formats/bundle/bundleSections';
import { encodeChromeTrace } from '../../../../src/formats/chrome/write';
import { profileCsv, sectionsCsv } from '../../../../src/formats/csv';
import { encodeBundle } from '../../../../src/formats/bundle/bundle';
import { decodeBundle } from '../../../../src/formats/bundle/decodeBundle';
import { profileDocument } from '../../../../src/formats/html/write';
import { encodeKscope } from '../../../../src/formats/kscope/write';
import { encodePerfetto } from '../../../../src/formats/perfetto/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { emptySampleParts } from '../../../../src/model/build/profileBuilder';
import { validateProfile } from '../../../../src/model/validate/validate';
import { asUnicode } from '../../../support/asUnicode';
import { fullProfile } from '../../../support/fullProfile';
import { largeProfile } from '../../../support/largeProfile';
import { argTexts, flowTexts, parentTexts, stackText } from '../../../support/profileTexts';
import { seededRandom } from '../../../support/random';
import { richProfile } from '../../../support/richProfile';
import { deflate, inflate, storedBundle } from '../../../support/storedBundle';
import { sizeOf } from '../../../support/tiers';

async function travelled(profile: Profile, maxBytes?: number): Promise<Profile> {
  return (await decodeBundle(storedBundle(profile, maxBytes), { inflate })).profile;
}

describe('a profile that fits a notebook output', () => {
  it('comes back equal, whatever it holds, in valid Unicode', async () => {
    await fc.assert(
      fc.asyncProperty(fullProfile(), async profile => {
        validateProfile(profile);
        expect(await travelled(profile)).toEqual(asUnicode(profile));
      }),
      { numRuns: sizeOf(50, 200) }
    );
  });

  it('is whole, and has no density', async () => {
    const { bundle, profile, density } = await decodeBundle(storedBundle(richProfile()), {
      inflate
    });
    expect(bundle.overview.partial).toBe(false);
    expect(profile).toEqual(asUnicode(richProfile()));
    expect(density).toBeNull();
  });

  it('is packed as a whole at once where it is small', () => {
    const countPacked = (encode: (options: { readonly deflate: typeof deflate }) => unknown) => {
      let count = 0;
      encode({ deflate: bytes => (count++, deflate(bytes)) });
      return count;
    };
    const rich = richProfile();
    const whole = countPacked(options => encodeKscope(rich, options));
    expect(countPacked(options => encodeBundle(rich, options))).toBe(whole);
  });

  it('has long texts cut and long counters decimated, and is whole for all that', async () => {
    const rich = richProfile();
    const strings = [...rich.strings.slice(0, -1), 'x'.repeat(1000)];
    const time = Float64Array.from({ length: 50_000 }, (_, row) => row);
    const counters = [{ ...rich.counters[0], time, value: time.map(at => at % 777) }];
    const bundle = storedBundle({ ...rich, strings, counters });
    const { profile } = await decodeBundle(bundle, { inflate });
    expect(bundle.overview.partial).toBe(false);
    expect(profile.strings.at(-1)).toBe(`${'x'.repeat(299)}…`);
    expect(profile.counters[0].time.length).toBeLessThanOrEqual(4000);
    expect(Math.max(...profile.counters[0].value)).toBe(776);
  });

  it('is exported alike on both sides', async () => {
    const rich = asUnicode(richProfile());
    const back = await travelled(rich);
    expect(encodePerfetto(back)).toEqual(encodePerfetto(rich));
    expect(encodeChromeTrace(back)).toEqual(encodeChromeTrace(rich));
    expect(encodeKscope(back)).toEqual(encodeKscope(rich));
    expect(profileDocument(back)).toBe(profileDocument(rich));
    expect(sectionsCsv(bundleSections(storedBundle(rich)))).toBe(profileCsv(rich));
  });
});

describe('a profile that does not fit', () => {
  const rich = richProfile(20_000);
  const limit = 60_000;

  it('is a valid part of itself within the size asked for, and says so', async () => {
    const bundle = storedBundle(rich, limit);
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
    const bundle = storedBundle({ ...rich, samples }, 120_000);
    const { profile } = await decodeBundle(bundle, { inflate });
    expect(bundle.overview.partial).toBe(true);
    expect(jsonBytes(bundle)).toBeLessThan(120_000);
    expect(profile.samples.length).toBeGreaterThan(2000);
    expect(profile.samples.weight.reduce((a, b) => a + b)).toBe(60_000 * 100);
    const stacks = new Set([...profile.samples.stack].map(stack => stackText(profile, stack)));
    expect([...stacks].sort()).toEqual(['', '(root) train matMul']);
  });

  it('keeps the heaviest samples of the heap and the stacks of its longest slices', async () => {
    const { slices } = rich;
    const wide = wideStacks(rich, 20_000);
    const part = await travelled({ ...rich, ...wide }, limit);
    const largest = wide.heapSamples.bytes.slice().sort().reverse();
    expect(part.heapSamples.length).toBeGreaterThan(60);
    expect(part.heapSamples.bytes.slice().sort().reverse()).toEqual(
      largest.slice(0, part.heapSamples.length)
    );
    const { slice, stack, length } = part.sliceStacks;
    expect(length).toBeGreaterThan(100);
    const shortest = Math.min(...Array.from(slice, row => part.slices.duration[row]));
    const longer = slices.duration.slice(0, 20_000).filter(each => each > shortest).length;
    expect(longer).toBeLessThanOrEqual(length);
    slice.forEach((row, at) => {
      const original = part.stacks.line[stack[at]] - 1;
      expect(slices.start[original]).toBe(part.slices.start[row]);
    });
  });

  it('is partial when only the source of the cell was too long', async () => {
    const cell = { file: 'Cell [1]', executionCount: 1, source: 'größe();\n'.repeat(10_000) };
    const bundle = storedBundle({ ...richProfile(20), meta: { ...rich.meta, cell } });
    expect(bundle.overview.partial).toBe(true);
    const { profile, density } = await decodeBundle(bundle, { inflate });
    const source = profile.meta.cell?.source ?? '';
    expect(source.length).toBe(64_000);
    expect(cell.source.startsWith(source)).toBe(true);
    expect(profile.slices.length).toBe(richProfile(20).slices.length);
    expect(density).toBeNull();
  });

  it('is partial when only sources of cells did not fit, and keeps those that do', async () => {
    const texts = [90, 300, 60].map((lines, row) => {
      return { file: `Cell [${row + 1}]`, text: 'größe();\n'.repeat(lines), isClipped: false };
    });
    const bundle = storedBundle({ ...richProfile(20), sourceTexts: texts }, 17_000);
    expect(bundle.overview.partial).toBe(true);
    const { profile } = await decodeBundle(bundle, { inflate });
    expect(profile.sourceTexts).toEqual([texts[0], texts[2]]);
    expect(profile.slices.length).toBe(richProfile(20).slices.length);
    expect(profile.meta.cell).toEqual(richProfile().meta.cell);
  });

  it('stays within any size that its statistics leave room for', () => {
    for (const bytes of [20_000, 30_000, 50_000, 100_000, 200_000]) {
      expect(jsonBytes(storedBundle(rich, bytes))).toBeLessThanOrEqual(bytes);
    }
  });

  it('has no rows where there is no room even for the facts of the run', async () => {
    for (let bytes = 0; bytes <= 6000; bytes += 500) {
      const { profile } = await decodeBundle(storedBundle(rich, bytes), { inflate });
      expect(profile.slices.length).toBe(0);
      expect(profile.meta.name).toBe(rich.meta.name);
    }
  });

  it('is a valid profile at any size', async () => {
    await fc.assert(
      fc.asyncProperty(fullProfile(), fc.integer({ min: 3000, max: 9000 }), async (full, bytes) => {
        validateProfile(await travelled(full, bytes));
      }),
      { numRuns: sizeOf(50, 200) }
    );
  });
});

/** Samples of one stack of the rich profile and of an idle thread, 100 ns each. */
function manySamples(length: number): Profile['samples'] {
  const random = seededRandom(3);
  return {
    length,
    time: Float64Array.from({ length }, (_, row) => row * 100 + Math.floor(100 * random())),
    weight: new Float64Array(length).fill(100),
    stack: Int32Array.from({ length }, () => (random() < 0.5 ? 3 : -1)),
    track: new Uint16Array(length).fill(1)
  };
}

/** `count` stacks of one frame, each with a line, bytes of its own, and a slice. */
function wideStacks(
  { frames }: Profile,
  count: number
): Pick<Profile, 'stacks' | 'heapSamples' | 'sliceStacks' | 'samples'> {
  const rows = Uint32Array.from({ length: count }, (_, row) => row);
  const random = seededRandom(5);
  return {
    samples: emptySampleParts().samples,
    stacks: {
      length: count,
      prefix: new Int32Array(count).fill(-1),
      frame: new Uint32Array(count).fill(frames.length - 1),
      line: rows.map(row => row + 1),
      isAwaited: new Uint8Array(count)
    },
    heapSamples: {
      length: count,
      stack: rows,
      bytes: Float64Array.from(rows, () => Math.floor(1e9 * random())),
      variance: new Float64Array(count).fill(1),
      aliveBytes: new Float64Array(count),
      aliveVariance: new Float64Array(count),
      samples: new Uint32Array(count).fill(1)
    },
    sliceStacks: { length: count, slice: rows, stack: rows }
  };
}
