import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BundleError, decodeBundle } from '../../../../src/formats/bundle/decodeBundle';
import { kscopeFileHeader, kscopeFrame } from '../../../../src/formats/kscope/kscopeContainer';
import { encodeJson, FRAME_TYPES } from '../../../../src/formats/kscope/kscopeFrames';
import { kscopeHeader } from '../../../../src/formats/kscope/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { exampleMeta, richProfile } from '../../../support/richProfile';
import { deflate, inflate, storedBundle, withOverview } from '../../../support/storedBundle';
import { sizeOf } from '../../../support/tiers';

const rich = richProfile(50);
const bundle = storedBundle(rich);

const withFile = (bytes: Uint8Array): unknown => ({
  ...bundle,
  overview: { ...bundle.overview, kscope: Buffer.from(bytes).toString('base64') }
});

const withTables = (tables: Partial<Profile>): unknown =>
  withOverview(bundle, { ...rich, ...tables });

async function reject(value: unknown, message: RegExp | string): Promise<void> {
  const error: unknown = await decodeBundle(value, { inflate }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BundleError);
  expect((error as BundleError).message).toMatch(message);
}

/** The valid profile that is left of a bundle, whose sources tell of a loss in words like `message`. */
async function lose(value: unknown, message: string): Promise<Profile> {
  const { bundle: told, profile } = await decodeBundle(value, { inflate });
  const added = told.sources.slice(bundle.sources.length).map(source => source.message);
  expect(added).toContainEqual(expect.stringContaining(message));
  return validateProfile(profile);
}

describe('a hostile bundle', () => {
  it('is refused where the figures of a light profile are none', async () => {
    const { summary } = bundle;
    await reject({ ...bundle, isLight: '<b>' }, 'isLight');
    await reject({ ...bundle, summary: { ...summary, gcNs: 'x' } }, 'summary.gcNs');
    await reject({ ...bundle, summary: { ...summary, waitingNs: -1 } }, 'summary.waitingNs');
  });

  it('is shown without the part in which an index leads nowhere, which its sources name', async () => {
    const { labels, frames, lineTicks, instants, allocations, strings } = rich;
    await lose(
      withTables({ labels: { ...labels, name: labels.name.map(() => 9999) } }),
      'labels.name'
    );
    await lose(withTables({ frames: noRows(frames) }), 'stacks.frame');
    const file = lineTicks.file.map(() => 9999);
    await lose(withTables({ lineTicks: { ...lineTicks, file } }), 'lineTicks.file row 0');
    const isHeld = allocations.isHeld.map(() => 3);
    await lose(withTables({ allocations: { ...allocations, isHeld } }), 'allocations.isHeld row 0');
    const scope = instants.scope.map(() => 7);
    await lose(withTables({ instants: { ...instants, scope } }), 'instants.scope row 0');
    await lose(withTables({ strings: ['x', ...strings.slice(1)] }), 'strings row 0');
  });

  it('cannot have a stack above itself, nor times that fall', async () => {
    const { stacks, slices } = rich;
    const prefix = stacks.prefix.map((_, row) => row);
    await lose(withTables({ stacks: { ...stacks, prefix } }), 'stacks.prefix row 0');
    const start = slices.start.slice().reverse();
    await lose(withTables({ slices: { ...slices, start } }), 'slices.start row');
  });

  it('is stopped at the size it declared, when its data is a bomb', async () => {
    const honest = kscopeFrame(FRAME_TYPES.slices, new Uint8Array(50_000_000), deflate);
    const claims = Buffer.from(honest);
    claims.writeUInt32LE(100_000, 4);
    const begun = process.cpuUsage();
    await reject(withFile(Buffer.concat([kscopeFileHeader(), claims])), /damaged/);
    const file = [kscopeHeader(exampleMeta(1)), honest, honest];
    await reject(withFile(Buffer.concat(file)), 'holds more than 67108864 bytes');
    expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
  });

  it('cannot bring more source than a profile may have', async () => {
    const text = { file: 'Cell [1]', text: 'x'.repeat(60_000), isClipped: false };
    const { sourceTexts } = await lose(
      withTables({ sourceTexts: Array(5).fill(text) as never }),
      'sourceTexts row 4, text,'
    );
    expect(sourceTexts).toEqual([]);
  });

  it('cannot hold a recording that had not ended', async () => {
    const facts = kscopeFrame(FRAME_TYPES.recording, encodeJson({ folder: '', threadId: 1 }));
    await reject(withFile(Buffer.concat([kscopeHeader(exampleMeta(1)), facts])), 'had not ended');
  });

  it('gives a BundleError or a valid profile, whatever bits are flipped or cut off', async () => {
    const whole = Buffer.from(bundle.overview.kscope, 'base64');
    const flip = fc.record({ at: fc.nat(whole.length - 1), bit: fc.nat(7) });
    await fc.assert(
      fc.asyncProperty(flip, fc.boolean(), async ({ at, bit }, isCut) => {
        const bytes = Buffer.from(whole);
        bytes[at] ^= 1 << bit;
        await decodeBundle(withFile(isCut ? bytes.subarray(0, at) : bytes), { inflate }).then(
          ({ profile }) => validateProfile(profile),
          (error: unknown) => expect(error).toBeInstanceOf(BundleError)
        );
      }),
      { numRuns: sizeOf(300, 1000) }
    );
  });
});

/** The columns of a table without their rows. */
function noRows<Table extends object>(table: Table): Table {
  const columns = Object.entries(table).map(([name, column]: [string, unknown]) => {
    return [name, ArrayBuffer.isView(column) ? (column as Uint8Array).subarray(0, 0) : 0];
  });
  return Object.fromEntries(columns) as Table;
}
