import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BundleError } from '../../../../src/formats/bundle/bundleError';
import { decodeBundle } from '../../../../src/formats/bundle/decodeBundle';
import type { ProfileBundle } from '../../../../src/model/output/bundle';
import { validateProfile } from '../../../../src/model/validate/validate';
import { richProfile } from '../../../support/richProfile';
import { inflate, storedBundle } from '../../../support/storedBundle';

describe('a hostile bundle', () => {
  const bundle = storedBundle(richProfile(50));
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
    const { allocations } = bundle.overview;
    const threes = deflateOf(new Uint8Array(allocations.length * 32).fill(3));
    const claim = { ...allocations, escapes: 0, data: threes };
    await reject(changed({ allocations: claim }), 'allocations.isHeld row 0 is 50529027');
    const scopes = deflateOf(new Uint8Array(overview.instants.length * 4).fill(7));
    await reject(changed({ scopes: { escapes: 0, data: scopes } }), 'instants.scope row 0');
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

  it('cannot bring more source than a profile may have', async () => {
    const text = { file: 'Cell [1]', text: 'x'.repeat(60_000), isClipped: false };
    await reject({ ...bundle, sourceTexts: Array(5).fill(text) }, 'sourceTexts row 4, text,');
    await reject({ ...bundle, sourceTexts: undefined }, 'sourceTexts is missing');
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
