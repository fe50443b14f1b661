import { describe, expect, it } from 'vitest';
import { sidecarUrl } from '../../../../../extension/src/shell/sidecar/loadSidecar';

const resolver = {
  resolveUrl: async (url: string) => `work/${url}`,
  getDownloadUrl: async (path: string) => `http://server/files/${path}`
};
const sidecar = (path: string) => ({ path, sha256: '', sizeBytes: 1, slices: 1 });

describe('sidecarUrl', () => {
  it('asks the notebook for the address of the file beside it', async () => {
    const url = await sidecarUrl(sidecar('my book.kscope/a#1.kscope'), resolver);
    expect(url).toBe('http://server/files/work/my%20book.kscope/a%231.kscope');
  });

  it.each([
    '../other.kscope',
    'a/../../b.kscope',
    '/etc/x.kscope',
    'https://evil.example/x.kscope',
    'javascript:alert(1)//.kscope',
    'drive:x.kscope',
    'a\\b.kscope',
    'notes.ipynb',
    './x.kscope',
    ''
  ])('refuses %j, which leads elsewhere', async path => {
    expect(await sidecarUrl(sidecar(path), resolver)).toBeNull();
  });

  it('has no address outside a notebook', async () => {
    expect(await sidecarUrl(sidecar('a.kscope'), null)).toBeNull();
  });
});
