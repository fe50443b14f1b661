import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../../../../src/formats/bundle/bundleSections';
import { BundleError, decodeBundle } from '../../../../src/formats/bundle/decodeBundle';
import type { AllocationTable } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';
import { allocationProfile } from '../../../support/allocationProfile';
import { largeProfile } from '../../../support/largeProfile';
import { nestedProfile } from '../../../support/nestedProfile';
import { sliceTexts } from '../../../support/profileTexts';
import { richProfile } from '../../../support/richProfile';
import {
  inflate,
  overviewProfile,
  storedBundle,
  withOverview
} from '../../../support/storedBundle';
import { gpuReport } from '../../../../src/analysis/gpu/buildGpuReport';
import { bundleGpu } from '../../../../src/formats/bundle/bundle';
import { MAX_BUNDLE_BYTES } from '../../../../src/model/output/bundle';
import { validateBundle } from '../../../../src/model/validate/validateBundle';
import { gpuTraining } from '../../../support/gpuTraining';
import { sizeOf } from '../../../support/tiers';

describe('a bundle', () => {
  it('carries every slice, counter and total of a small profile', async () => {
    const profile = drawProfile(`
      main        |[step         ]
                  | [op/a][op/b]
      lane 1      |   [fetch]
      rss {bytes} |100    300   200`);
    const decoded = await decodeBundle(storedBundle(profile), { inflate });
    expect(sliceTexts(decoded.profile)).toEqual(sliceTexts(profile));
    expect(decoded.bundle.overview.partial).toBe(false);
    expect([...decoded.profile.counters[0].value]).toEqual([100, 300, 200]);
    expect([...decoded.profile.counters[0].time]).toEqual([...profile.counters[0].time]);
    const [range] = decoded.bundle.sections;
    expect(range).toMatchObject({ category: 'range', unit: 'nanoseconds' });
    expect(range.rows[0]).toEqual(['step', 1, 15, 3, 15, 15, 15, 15, 15, 15]);
  });

  it('leaves out the names of earlier recordings', async () => {
    const profile = richProfile(100);
    const { labels, strings } = profile;
    const old = Array.from({ length: 20_000 }, (_, at) => `earlier name ${at * 7919}`);
    const withOld = {
      ...profile,
      labels: {
        length: labels.length + old.length,
        name: Uint32Array.from([...labels.name, ...old.map((_, at) => strings.length + at)]),
        category: Uint32Array.from([...labels.category, ...old.map(() => labels.category[0])])
      },
      strings: [...strings, ...old]
    };
    const [bundle, plain] = [storedBundle(withOld), storedBundle(profile)];
    expect(jsonBytes(bundle)).toBeLessThan(1.1 * jsonBytes(plain));
    expect(bundle.overview.partial).toBe(false);
    const [decoded, expected] = await Promise.all(
      [bundle, plain].map(each => decodeBundle(each, { inflate }))
    );
    expect(sliceTexts(decoded.profile)).toEqual(sliceTexts(expected.profile));
  });

  it('comes back the same for any profile', async () => {
    await fc.assert(
      fc.asyncProperty(nestedProfile(), async profile => {
        const decoded = await decodeBundle(storedBundle(profile), { inflate });
        expect(sliceTexts(decoded.profile)).toEqual(sliceTexts(profile));
      }),
      { numRuns: 40 }
    );
  });

  it('keeps the longest slices and all totals of a large profile, in 256 kB', async () => {
    const profile = largeProfile(200_000);
    const bundle = storedBundle(profile);
    expect(jsonBytes(bundle)).toBeLessThan(300_000);
    const { slices } = (await decodeBundle(bundle, { inflate })).profile;
    expect(bundle.overview.partial).toBe(true);
    expect(slices.length).toBeGreaterThan(10_000);
    const shortest = slices.duration.reduce((a, b) => Math.min(a, b));
    const longer = profile.slices.duration.filter(duration => duration > shortest).length;
    expect(longer).toBeLessThan(slices.length);
    const counts = bundle.sections
      .filter(section => section.unit === 'nanoseconds')
      .flatMap(section => section.rows.map(row => row[1]));
    expect(counts.reduce((a, b) => a + b)).toBe(200_000);
  });

  it('keeps the largest allocations of a profile that does not fit', async () => {
    const pieces = Array.from({ length: 40_000 }, (_, at) => {
      const bytes = (at * 7919) % 1_000_003;
      return { scope: `layer_${at % 9}:`, from: at * 13, to: at * 17 + 5, bytes };
    });
    const { allocations, strings } = allocationProfile(pieces, 1e6);
    const slices = largeProfile(200_000);
    const profile = { ...slices, allocations: withStrings(allocations, slices.strings.length) };
    const stored = storedBundle({ ...profile, strings: [...slices.strings, ...strings] });
    expect(jsonBytes(stored)).toBeLessThan(300_000);
    const { allocations: kept, strings: texts } = (await decodeBundle(stored, { inflate })).profile;
    const { bytes, scope, length } = kept;
    expect(length).toBeGreaterThan(500);
    const largest = pieces.map(piece => piece.bytes).sort((a, b) => b - a);
    expect([...bytes].sort((a, b) => b - a)).toEqual(largest.slice(0, length));
    expect(texts[scope[0]]).toMatch(/^layer_\d:$/);
  });

  it('tells how busy the tracks are with all slices, when it is partial', async () => {
    const profile = largeProfile(200_000);
    const { profile: part, density } = await decodeBundle(storedBundle(profile), { inflate });
    expect(density?.tracks.map(track => part.tracks[track].name)).toEqual([
      'main',
      'lane 1',
      'lane 2'
    ]);
    expect(density?.count.reduce((a, b) => a + b)).toBe(200_000);
    const steps = profile.slices.duration.filter((_, row) => profile.slices.parent[row] < 0);
    const busyNs = density?.busy.reduce((a, b) => a + b) ?? 0;
    const stepsNs = steps.reduce((a, b) => a + b);
    expect((busyNs * profile.meta.durationNs) / 512 / stepsNs).toBeCloseTo(1, 1);
    expect((await decodeBundle(storedBundle(largeProfile(50)), { inflate })).density).toBeNull();
  });

  it('stays within the size asked for, also with very many long names', () => {
    const drawn = Array.from({ length: 3000 }, (_, i) => `[${'name'.repeat(200)}${i}]`).join('');
    const bundle = storedBundle(drawProfile(`main |${drawn}`), 60_000);
    expect(jsonBytes(bundle)).toBeLessThan(60_000);
    expect(bundle.hiddenRows).toBeGreaterThan(2000);
    expect(bundle.sections[0].rows.length + bundle.hiddenRows).toBe(3000);
  });
});

/** The table for a profile in which `first` other strings come before its own. */
function withStrings(table: AllocationTable, first: number): AllocationTable {
  const shifted = (column: Uint32Array): Uint32Array => column.map(row => row + first);
  const { name, scope, device } = table;
  return { ...table, name: shifted(name), scope: shifted(scope), device: shifted(device) };
}

describe('decodeBundle', () => {
  const bundle = storedBundle(largeProfile(300));
  const rejected = async (value: unknown) => {
    await expect(decodeBundle(value, { inflate })).rejects.toBeInstanceOf(BundleError);
  };

  it('names a newer version and what to do', async () => {
    await expect(decodeBundle({ ...bundle, version: 99 }, { inflate })).rejects.toThrow(
      /version 99.*Upgrade Kernelscope/
    );
  });

  it('refuses what is not a bundle', async () => {
    for (const value of [null, undefined, 3, 'x', [], {}, { version: 1 }]) await rejected(value);
  });

  it('refuses a number of slices that the overview does not have', async () => {
    for (const slices of [299, 301, 2_000_000, 2e15, -1, 0.5, Number.NaN, '300']) {
      await rejected({ ...bundle, overview: { ...bundle.overview, slices } });
    }
  });

  it('refuses an overview that is not a whole .kscope file in base64', async () => {
    const { kscope } = bundle.overview;
    for (const wrong of ['', 'AAAA', kscope.slice(0, 4000), `${kscope}AAAA`, `§${kscope}`, null]) {
      await rejected({ ...bundle, overview: { ...bundle.overview, kscope: wrong } });
    }
  });

  it('refuses the density of a part in what claims to be the whole', async () => {
    const { overview, ...rest } = storedBundle(largeProfile(200_000));
    await rejected({ ...rest, overview: { ...overview, partial: false } });
  });

  it('takes what is in the overview of a whole profile for granted, once it is valid', async () => {
    const other = overviewProfile(storedBundle(largeProfile(20)));
    const { profile } = await decodeBundle(withOverview(bundle, other), { inflate });
    expect(profile).toEqual(other);
  });

  it('raises nothing but BundleError, and never hangs, whatever is changed', async () => {
    const text = JSON.stringify(bundle);
    const change = fc.record({
      at: fc.nat(text.length - 1),
      length: fc.nat(40),
      by: fc.oneof(fc.string(), fc.constantFrom('null', '-1', '1e300', '[]', '{}', '"', 'AAAA'))
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, length, by }) => {
        const changed = text.slice(0, at) + by + text.slice(at + length);
        const value = parsed(changed);
        if (value === undefined) return;
        await decodeBundle(value, { inflate }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(BundleError);
        });
      }),
      { numRuns: 1500 }
    );
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('what a bundle says of GPUs', () => {
  it('is nothing where they did nothing, or where the overview has it all', () => {
    expect(bundleGpu(drawProfile('main |[cell]'), 1e6)).toBeNull();
    expect(storedBundle(gpuTraining()).gpu).toBeNull();
  });

  it('is the report of the whole profile but for its tracks', () => {
    const profile = gpuTraining({ gpus: 2 });
    const report = gpuReport(profile)!;
    const { devices, hiddenRows, ...lists } = bundleGpu(profile, 1e6)!;
    const { devices: whole, ...others } = report;
    expect(lists).toEqual(others);
    expect(hiddenRows).toBe(0);
    expect(devices.map(({ busyNs, idleNs }) => ({ busyNs, idleNs }))).toEqual(
      whole.map(({ busyNs, idleNs }) => ({ busyNs, idleNs }))
    );
    expect(devices.map(({ gaps }) => gaps.length)).toEqual([50, 50]);
  });

  it('keeps the kernels that took longest, and counts the others', () => {
    const gpu = bundleGpu(gpuTraining({ otherKernels: 5000 }), 20_000)!;
    const all = gpu.kernels.length + gpu.hiddenRows;
    expect(all).toBe(5003);
    expect(JSON.stringify(gpu).length).toBeLessThan(25_000);
    expect(gpu.kernels[0].name).toMatch(/^void cutlass/);
    expect(gpu.kernels[3].totalNs).toBeGreaterThanOrEqual(gpu.kernels[4].totalNs);
    expect([gpu.transfers.length, gpu.operators.length, gpu.lines.length]).toEqual([3, 6, 5]);
  });

  it(
    'comes with a profile of very many kernels within the bound, and is valid',
    { tags: 'night' },
    async () => {
      const bundle = storedBundle(gpuTraining({ otherKernels: sizeOf(80_000, 100_000) }));
      expect(JSON.stringify(bundle).length).toBeLessThanOrEqual(MAX_BUNDLE_BYTES);
      expect(bundle.overview.partial).toBe(true);
      expect(bundle.overview.slices).toBeGreaterThan(400);
      const { bundle: read } = await decodeBundle(bundle, { inflate });
      expect(read.gpu).toEqual(bundle.gpu);
      expect(read.gpu?.kernels.length).toBeGreaterThan(100);
      expect(read.summary.gpuBusyNs).toBeCloseTo(read.gpu!.devices[0].busyNs);
    }
  );

  it('tells of each name how long GPUs worked for it', () => {
    const { sections } = storedBundle(gpuTraining({ steps: 2 }));
    const operators = sections.find(({ category }) => category === 'operator')!;
    const gpu = Object.fromEntries(operators.rows.map(row => [row[0], row.slice(10)]));
    expect(gpu.matMul).toEqual([null, null, 520_000]);
    expect(gpu['JSON.parse']).toEqual([]);
  });
});

describe('a hostile report on GPUs', () => {
  const bundle = storedBundle(gpuTraining({ otherKernels: 30_000 }), 200_000);
  const gpu = bundle.gpu!;
  const [device] = gpu.devices;
  const [kernel] = gpu.kernels;

  it.each([
    ['no object', { gpu: 5 }, 'gpu is missing or not an object'],
    ['a list that is none', { gpu: { ...gpu, lines: {} } }, 'gpu.lines is missing or not a list'],
    [
      'too many kernels',
      { gpu: { ...gpu, kernels: Array(20_001).fill(kernel) } },
      'gpu.kernels has 20001 entries; at most 20000'
    ],
    [
      'a name that is none',
      { gpu: { ...gpu, kernels: [{ ...kernel, name: null }] } },
      'gpu.kernels row 0, name, is missing or not text'
    ],
    [
      'a cause that there is not',
      { gpu: { ...gpu, devices: [{ ...device, gaps: [{ ...device.gaps[0], cause: 'x' }] }] } },
      'gpu.devices row 0, gaps row 0, cause, is none of hostBusy'
    ],
    [
      'a limit that there is not',
      { gpu: { ...gpu, kernels: [{ ...kernel, limitedBy: 'luck' }] } },
      'gpu.kernels row 0, limitedBy, is none of warps'
    ],
    [
      'a time that is no number',
      { gpu: { ...gpu, devices: [{ ...device, idleNs: { ...device.idleNs, sync: '1' } }] } },
      'gpu.devices row 0, idleNs, sync, is 1, not a number'
    ],
    [
      'launches that are none',
      { gpu: { ...gpu, launches: { ...gpu.launches, p95Ns: -1 } } },
      'gpu.launches.p95Ns is -1'
    ],
    ['a busy time that is none', { summary: { ...bundle.summary, gpuBusyNs: 'x' } }, 'gpuBusyNs']
  ])('with %s is refused by name', (_, change, message) => {
    expect(() => validateBundle({ ...bundle, ...change })).toThrow(message);
  });
});
