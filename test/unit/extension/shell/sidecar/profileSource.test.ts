import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { encodeBundle } from '../../../../../src/formats/bundle/bundle';
import { encodeKscope } from '../../../../../src/formats/kscope/write';
import { kscopeFileHeader, kscopeFrame } from '../../../../../src/formats/kscope/kscopeContainer';
import { encodeJson, FRAME_TYPES } from '../../../../../src/formats/kscope/kscopeFrames';
import type { BundleSidecar, ProfileBundle } from '../../../../../src/model/output/bundle';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import type { FileRequest } from '../../../../../extension/src/shell/sidecar/fileRequest';
import {
  type LoadState,
  ProfileSource
} from '../../../../../extension/src/shell/sidecar/profileSource';
import { richProfile } from '../../../../support/richProfile';

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
const whole = richProfile(20_000);
const file = encodeKscope(whole, { deflate });

const sidecarOf = (bytes: Uint8Array): BundleSidecar => ({
  path: 'book.kscope/a.kscope',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sizeBytes: bytes.length,
  slices: whole.slices.length
});

const partial = encodeBundle(whole, { deflate, maxBytes: 60_000, sidecar: sidecarOf(file) });

const resolver = {
  resolveUrl: async (url: string) => `work/${url}`,
  getDownloadUrl: async (path: string) => `http://server/files/${path}`
};

/** A server that never answers. */
const silence: FileRequest = async (_, signal) => {
  signal.throwIfAborted();
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
};

interface Setup {
  readonly bundle?: ProfileBundle;
  readonly request?: FileRequest;
  readonly resolver?: typeof resolver | null;
}

const answer = (bytes: Uint8Array): FileRequest => {
  return async () => new Response(bytes.slice());
};

function sourceWith({ bundle = partial, request = answer(file), ...rest }: Setup = {}) {
  const trans = nullTranslator.load('');
  const formats = createNumberFormats('en');
  return new ProfileSource({ resolver, ...rest, bundle, request, trans, formats });
}

function loadsOf(source: ProfileSource): LoadState[] {
  const states: LoadState[] = [];
  source.loadChanged.connect((_, state) => void states.push(state));
  return states;
}

const sentenceOf = (source: ProfileSource): Promise<string> =>
  source.loadWhole().then(
    () => 'loaded',
    (error: unknown) => (error instanceof Error ? error.message : 'no error')
  );

describe('ProfileSource', () => {
  it('has nothing to export before the overview is read', () => {
    expect(() => sourceWith().current).toThrow('The profile is still being read.');
  });

  it('has a part of the slices once the overview is read, and more beside the notebook', async () => {
    expect(partial.overview.partial).toBe(true);
    const source = sourceWith();
    await source.readOverview();
    const { profile, isWhole, density } = source.current;
    expect(profile.slices.length).toBe(partial.overview.slices);
    expect(isWhole).toBe(false);
    expect(density).not.toBeNull();
    expect(source.canLoadWhole).toBe(true);
  });

  it('has the whole at once when the output has every slice', async () => {
    const source = sourceWith({ bundle: encodeBundle(richProfile(100), { deflate }) });
    await source.readOverview();
    expect(source.current.isWhole).toBe(true);
    expect(source.canLoadWhole).toBe(false);
    expect(await source.loadWhole()).toBe(source.current);
  });

  it('loads the whole profile from the file beside the notebook', async () => {
    const asked: string[] = [];
    const request: FileRequest = async (url, signal) => {
      asked.push(url);
      return answer(file)(url, signal);
    };
    const source = sourceWith({ request });
    const states = loadsOf(source);
    await source.readOverview();
    const content = await source.loadWhole();
    expect(asked).toEqual(['http://server/files/work/book.kscope/a.kscope']);
    expect(content.profile.slices).toEqual(whole.slices);
    expect(content).toMatchObject({ isWhole: true, density: null, bundle: partial });
    expect(source.current).toBe(content);
    expect(source.canLoadWhole).toBe(false);
    expect(states.map(({ type }) => type)).toEqual(['fetching', 'fetching', 'decoding', 'loaded']);
  });

  it('loads it once for all who ask meanwhile', async () => {
    let requests = 0;
    const request: FileRequest = async (url, signal) => {
      requests++;
      return answer(file)(url, signal);
    };
    const source = sourceWith({ request });
    const [first, second] = await Promise.all([source.loadWhole(), source.loadWhole()]);
    expect(first).toBe(second);
    expect(requests).toBe(1);
  });

  it('keeps the whole profile when the overview is read later', async () => {
    const source = sourceWith();
    const content = await source.loadWhole();
    await source.readOverview();
    expect(source.current).toBe(content);
  });

  it('says what is wrong with an overview, and loads the whole all the same', async () => {
    const source = sourceWith({
      bundle: { ...partial, overview: { ...partial.overview, kscope: 'AAAA' } }
    });
    await source.readOverview();
    expect(source.state.type).toBe('damaged');
    expect(() => source.current).toThrow('The profile in this output is damaged.');
    await source.loadWhole();
    expect(source.state.type).toBe('ready');
  });

  it.each<[string, Setup, RegExp]>([
    ['outside a notebook', { resolver: null }, /can only be loaded where its notebook is open/],
    [
      'of a path that leads elsewhere',
      { bundle: { ...partial, sidecar: { ...sidecarOf(file), path: '../a.kscope' } } },
      /outside the folder of its notebook/
    ],
    [
      'of a missing file',
      { request: async () => new Response(null, { status: 404 }) },
      /^book\.kscope\/a\.kscope is no longer beside the notebook\. Run the cell again\.$/
    ],
    [
      'of a server that is gone',
      { request: () => Promise.reject(new TypeError('Failed to fetch')) },
      /server cannot be reached.*try again/
    ],
    [
      'of a changed file',
      { request: answer(file.map((byte, at) => (at === 500 ? byte ^ 1 : byte))) },
      /was changed after this output was made/
    ],
    ['of a file of a newer version', ofFile(newerFile()), /a newer version.*Upgrade/],
    ['of a file that is none', ofFile(new Uint8Array(100)), /cannot be read: This is not a .kscope/]
  ])('says what to do, %s', async (_, setup, sentence) => {
    const source = sourceWith(setup);
    await source.readOverview();
    const states = loadsOf(source);
    expect(await sentenceOf(source)).toMatch(sentence);
    const last = states.at(-1);
    expect(last?.type === 'failed' && last.message).toMatch(sentence);
    expect(source.current.isWhole).toBe(false);
  });

  it('can be cancelled and asked again', async () => {
    let answers = silence;
    const source = sourceWith({ request: (url, signal) => answers(url, signal) });
    const loading = source.loadWhole();
    source.cancel();
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    expect(source.load).toEqual({ type: 'cancelled' });
    answers = answer(file);
    expect((await source.loadWhole()).isWhole).toBe(true);
  });

  it('stops and says no more once it is disposed', async () => {
    const source = sourceWith({ request: silence });
    const loading = source.loadWhole();
    const states = loadsOf(source);
    source.dispose();
    source.dispose();
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    expect(states).toEqual([]);
  });
});

function ofFile(bytes: Uint8Array): Setup {
  return { bundle: { ...partial, sidecar: sidecarOf(bytes) }, request: answer(bytes) };
}

/** What a later release might write. */
function newerFile(): Uint8Array {
  const header = encodeJson({ profileVersion: 99, meta: whole.meta });
  const parts = [kscopeFileHeader(), kscopeFrame(FRAME_TYPES.header, header)];
  return new Uint8Array(Buffer.concat(parts));
}
