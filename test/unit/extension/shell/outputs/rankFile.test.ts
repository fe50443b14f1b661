// @vitest-environment jsdom
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it, vi } from 'vitest';
import { type RankFiles, readRankFile } from '../../../../../extension/src/shell/outputs/rankFile';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';

const PROFILE = 'data/node0_1_kscope/profile.kscope';

const resolver = {
  resolveUrl: async (url: string) => `notes/${url}`,
  getDownloadUrl: async (url: string) => `http://lab/files/${url}`
} as unknown as IRenderMime.IResolver;

function filesOf(answer: () => Promise<Response>, known: RankFiles['resolver'] = resolver) {
  const request = vi.fn((_: string) => answer());
  const trans = nullTranslator.load('kernelscope');
  return { resolver: known, request, trans, formats: createNumberFormats('en') };
}

const signal = new AbortController().signal;

describe('a file of a rank', () => {
  it('is read by its path from the notebook, whatever it is called', async () => {
    const files = filesOf(async () => new Response('bytes'));
    const name = '../data/a b#?%_kscope/profile.kscope';
    expect(new TextDecoder().decode(await readRankFile(name, files, signal))).toBe('bytes');
    expect(files.request.mock.calls[0][0]).toBe(
      'http://lab/files/notes/../data/a%20b%23%3F%25_kscope/profile.kscope'
    );
  });

  it.each([
    ['another file', 'data/secrets.txt'],
    ['a name that only ends alike', 'data/other-profile.kscope'],
    ['an absolute path', '/etc/profile.kscope'],
    ['a path with empty parts', 'data//profile.kscope'],
    ['an address', 'http://elsewhere/x/profile.kscope']
  ])('is not asked for where an output names %s', async (_, path) => {
    const files = filesOf(async () => new Response('bytes'));
    await expect(readRankFile(path, files, signal)).rejects.toThrow(path);
    expect(files.request).not.toHaveBeenCalled();
  });

  it.each([
    [404, /data\/node0_1_kscope\/profile\.kscope, seen from the folder of the notebook, cannot/],
    [403, /denies access/],
    [500, /answered 500/]
  ])('says where it is when the server answers %i', async (status, sentence) => {
    const files = filesOf(async () => new Response('', { status }));
    await expect(readRankFile(PROFILE, files, signal)).rejects.toThrow(sentence);
  });

  it('says so where there is no notebook, and where the server is gone', async () => {
    await expect(
      readRankFile(
        PROFILE,
        filesOf(async () => new Response(''), null),
        signal
      )
    ).rejects.toThrow(/where its notebook is open/);
    const gone = filesOf(() => Promise.reject(new TypeError('no answer')));
    await expect(readRankFile(PROFILE, gone, signal)).rejects.toThrow(/cannot be reached/);
  });

  it('ends quietly when nobody wants it any more', async () => {
    const abort = new AbortController();
    abort.abort();
    const files = filesOf(() => Promise.reject(new TypeError('no answer')));
    await expect(readRankFile(PROFILE, files, abort.signal)).rejects.toThrow(/abort/i);
  });
});
