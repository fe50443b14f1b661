import { describe, expect, it } from 'vitest';
import { formatCount } from '../../../../src/base/text';
import { memoryFlowSvg } from '../../../../src/formats/memoryFlow/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { type Piece, allocationProfile } from '../../../support/allocationProfile';
import { manyAllocations } from '../../../support/manyAllocations';
import { seededRandom } from '../../../support/random';

/** A profile whose pieces lie at `address`, in the order of their times. */
function placed(pieces: readonly Piece[], address: readonly number[]): Profile {
  const profile = allocationProfile(pieces);
  const allocations = { ...profile.allocations, address: Float64Array.from(address) };
  return { ...profile, allocations };
}

const titles = (svg: string): string[] =>
  [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => text);

const PIECES: readonly Piece[] = [
  { scope: 'model:dense_1:', name: 'MatMul', from: 0, to: 50, bytes: 2048 },
  { scope: '', name: 'Relu', from: 20, to: Infinity, bytes: 1024 }
];

describe('memory flow', () => {
  it('names each piece with its size, its time and its scope on hover', () => {
    expect(titles(memoryFlowSvg(allocationProfile(PIECES)))).toEqual([
      'MatMul · 2.05 kB\nfrom 0 ns, held 50 ns\nin model:dense_1:',
      'Relu · 1.02 kB\nfrom 20 ns, held 80 ns, to the end'
    ]);
  });

  it('marks the peak, and says where addresses are not known', () => {
    const svg = memoryFlowSvg(allocationProfile(PIECES));
    expect(svg).toContain('peak 3.07 kB at 20 ns, of what was asked for since the recording began');
    expect(svg).toContain('axis: packed (no addresses)');
  });

  it('shows real addresses where they are known, and cuts out what was never used', () => {
    const svg = memoryFlowSvg(placed(PIECES, [0x7f00_0000_0000, 0x7f10_0000_0000]));
    expect(svg).toContain('axis: address');
    expect(svg).toContain('at 0x7f0000000000');
    expect(svg).toContain('Addresses that were not used are left out here.');
    expect(svg).toContain('>0x7f0000000000</text>');
  });

  it('has a panel for each device, and one for what has no address', () => {
    const pieces = [...PIECES, { scope: '', device: 'gpu/0', from: 30, to: 40, bytes: 512 }];
    const svg = memoryFlowSvg(placed(pieces, [64, -1, -1]));
    const heads = [...svg.matchAll(/class="b">([^<]*)<\/tspan>/g)].map(([, name]) => name);
    expect(heads).toEqual(['tfjs/wasm', 'tfjs/wasm', 'gpu/0']);
  });

  it('drops nothing in silence: what is not drawn alone is counted', () => {
    const svg = memoryFlowSvg(manyAllocations(20_000));
    const merged = /([\d,]+) of them merged with their neighbours/.exec(svg)![1];
    const count = Number(merged.replaceAll(',', ''));
    const alone = titles(svg).filter(text => /held/.test(text)).length;
    const groups = titles(svg).map(text => /^([\d,]+) allocations, /.exec(text)?.[1] ?? '0');
    const grouped = groups.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
    expect(alone + grouped).toBe(20_000);
    expect(count).toBeGreaterThanOrEqual(grouped);
    expect(svg).toContain(`${merged} allocations are merged into `);
    expect(svg).toContain(`The ${formatCount(20_000 - count)} drawn alone are the largest`);
  });

  it('always has the largest pieces alone, however short they live', () => {
    const profile = allocationProfile(
      [
        ...Array.from({ length: 9000 }, (_, at) => ({
          scope: '',
          name: 'long',
          from: at / 1000,
          to: 1e6,
          bytes: 100
        })),
        { scope: '', name: 'huge', from: 5000, to: 5000.001, bytes: 1e9 }
      ],
      1e6
    );
    expect(titles(memoryFlowSvg(profile)).some(text => text.startsWith('huge · 1.00 GB'))).toBe(
      true
    );
  });

  it('says what its source says is missing, once and within its width', () => {
    const profile = allocationProfile(PIECES);
    const limited = {
      source: 'tfjs',
      status: 'partial',
      records: 2,
      message: `7 <allocations> of tensors are missing${'!'.repeat(400)}`
    } as const;
    const other = { ...limited, source: 'cpuSampler' } as const;
    const svg = memoryFlowSvg({ ...profile, sources: [other, limited, limited] });
    const notes = [...svg.matchAll(/>(tfjs: [^<]*)</g)].map(([, text]) => text);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('tfjs: 7 &lt;allocations&gt; of tensors are missing!');
    expect(notes[0].length).toBeLessThan(200);
    expect(svg).not.toContain('cpuSampler');
  });

  it('says how memory is recorded where there is none', () => {
    expect(memoryFlowSvg(allocationProfile([]))).toContain('No device memory was recorded');
  });
});

describe('memory flow of a hostile profile', () => {
  const BAD = '"><script>alert(1)</script><a href="x">\u0000]]>';

  it('has no markup from it', () => {
    const pieces = [{ scope: BAD, name: BAD, device: BAD, from: 0, to: 50, bytes: 64 }];
    const profile = allocationProfile(pieces);
    const svg = memoryFlowSvg({ ...profile, meta: { ...profile.meta, name: BAD } }, [
      { timeNs: 5, text: BAD }
    ]);
    expect(svg).not.toMatch(/<script|<a |\u0000/);
    expect(svg).toContain('&lt;script&gt;');
  });

  it('has finite coordinates and a bounded size', () => {
    const random = seededRandom(5);
    const name = '"'.repeat(400);
    const pieces = Array.from({ length: 40_000 }, (_, at) => ({
      scope: name,
      name: `${name}${at % 50}`,
      device: `d${at % 9}`,
      from: 100 * random(),
      to: random() < 0.5 ? Infinity : 100,
      bytes: [0, 1e308, 1, 4096][at % 4]
    }));
    const svg = memoryFlowSvg(allocationProfile(pieces));
    expect(svg).not.toMatch(/NaN|="-?Infinity|undefined/);
    expect(Buffer.byteLength(svg)).toBeLessThan(5e6);
    expect(svg).toContain('Not shown: 3 more devices');
  });
});
