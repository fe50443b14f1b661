// @vitest-environment jsdom
import './setupDom';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionBar } from '../../../extension/src/actionBar';
import { createNumberFormats } from '../../../extension/src/shared/format';
import type { ProfileBundle } from '../../../src/model/bundle';
import { exampleBundle } from './exampleBundle';

interface Saved {
  readonly name: string;
  readonly url: string;
}

const sidecar = {
  path: 'book.kscope/a.kscope',
  sha256: '0'.repeat(64),
  sizeBytes: 9,
  slices: 160
};

const resolver: IRenderMime.IResolver = {
  resolveUrl: async url => url,
  getDownloadUrl: async path => `http://server/files/${path}`
};

/** The text of a blob; jsdom's have no `text()`. */
const textOf = (blob: Blob | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    if (!blob) throw new Error('nothing was saved');
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('the blob cannot be read'));
    reader.readAsText(blob);
  });

describe('ActionBar', () => {
  let bar: ActionBar;
  let saved: Saved[];
  let blobs: Blob[];

  beforeEach(() => {
    saved = [];
    blobs = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement
    ) {
      saved.push({ name: this.download, url: this.href });
    });
    URL.createObjectURL = blob => `blob:${blobs.push(blob as Blob)}`;
    URL.revokeObjectURL = () => undefined;
  });

  afterEach(() => {
    bar.dispose();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  function show(bundle: ProfileBundle): void {
    const trans = nullTranslator.load('kernelscope');
    const formats = createNumberFormats('en');
    bar = new ActionBar({ trans, formats, resolver, onFilter: () => 0 });
    bar.setBundle(bundle);
    Widget.attach(bar, document.body);
  }

  const press = (label: string) =>
    [...bar.node.querySelectorAll('button')]
      .find(({ textContent }) => textContent === label)!
      .click();
  const message = () => bar.node.querySelector('[role=status]')!.textContent;

  it('saves the table as CSV under the name of the profile', async () => {
    show(exampleBundle());
    press('Download CSV');
    expect(saved).toEqual([{ name: 'train.csv', url: 'blob:1' }]);
    expect(await textOf(blobs[0])).toContain('operator,nanoseconds,conv2d,50,80000000,');
  });

  it('saves the output itself as JSON when it is all there is', async () => {
    show(exampleBundle());
    press('Download JSON');
    expect(saved).toEqual([{ name: 'train.json', url: 'blob:1' }]);
    expect(JSON.parse(await textOf(blobs[0]))).toEqual(exampleBundle());
  });

  it('saves the file beside the notebook when there is one', async () => {
    const fetched = vi.fn(async () => new Response());
    vi.stubGlobal('fetch', fetched);
    show(exampleBundle({ sidecar }));
    press('Download .kscope');
    const url = 'http://server/files/book.kscope/a.kscope';
    await vi.waitFor(() => expect(saved).toEqual([{ name: 'train.kscope', url }]));
    expect(fetched).toHaveBeenCalledWith(url, { method: 'HEAD' });
    expect(message()).toBe('');
  });

  it('says that the file beside the notebook is gone', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
    show(exampleBundle({ sidecar }));
    press('Download .kscope');
    await vi.waitFor(() =>
      expect(message()).toBe('book.kscope/a.kscope is not beside the notebook any more.')
    );
    expect(saved).toEqual([]);
  });

  it('says that the server cannot be reached, and can be asked again', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    show(exampleBundle({ sidecar }));
    press('Download .kscope');
    await vi.waitFor(() => expect(message()).toContain('could not be fetched'));
    expect(bar.node.querySelectorAll('button:disabled')).toHaveLength(0);
  });

  it('never asks for a file outside the folder of the notebook', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    show(exampleBundle({ sidecar: { ...sidecar, path: '../secret.kscope' } }));
    press('Download .kscope');
    await vi.waitFor(() => expect(message()).not.toBe(''));
    expect(fetched).not.toHaveBeenCalled();
    expect(saved).toEqual([]);
  });

  it('offers neither filter nor CSV for a profile without rows', () => {
    show(exampleBundle({ sections: [] }));
    const shown = [...bar.node.querySelectorAll<HTMLElement>('input, button')].filter(
      ({ hidden }) => !hidden
    );
    expect(shown.map(({ textContent }) => textContent)).toEqual(['Download JSON']);
  });
});
