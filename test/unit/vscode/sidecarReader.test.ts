import type { Uri } from 'vscode';
import { describe, expect, it } from 'vitest';
import { SidecarReader, type SidecarReaderDeps } from '../../../vscode/src/host/sidecarReader';
import { MAX_FILE_BYTES, type RendererMessage } from '../../../vscode/src/messages/messages';

const uri = (path: string): Uri => ({ path }) as Uri;
const notebook = uri('/books/a.ipynb');

/** A reader of a file system with one file, and what it posted. */
function readerOf(changes: Partial<SidecarReaderDeps> = {}, bytes = Uint8Array.of(1, 2, 3)) {
  const posted: RendererMessage[] = [];
  const reader = new SidecarReader({
    isTrusted: () => true,
    files: {
      stat: async ({ path }) => ({
        type: path.endsWith('.kscope') ? 1 : 2,
        size: bytes.length,
        ...{ ctime: 0, mtime: 0 }
      }),
      readFile: async () => bytes
    },
    join: ({ path }, ...parts) => uri([path, ...parts].join('/').replace(/\/[^/]+\/\.\.$/, '')),
    post: async message => void posted.push(message),
    ...changes
  });
  return { reader, posted };
}

async function refusalOf(path: string, changes: Partial<SidecarReaderDeps> = {}): Promise<unknown> {
  const { reader, posted } = readerOf(changes);
  await reader.send({ id: 1, notebook, path });
  return posted;
}

const refused = (refusal: string) => [{ type: 'refused', id: 1, refusal }];

describe('SidecarReader', () => {
  it('sends a file in parts, in their order', async () => {
    const bytes = Uint8Array.from({ length: 2_000_000 }, (_, index) => index % 251);
    const { reader, posted } = readerOf({}, bytes);
    await reader.send({ id: 4, notebook, path: 'b.kscope' });
    const parts = posted.flatMap(each => (each.type === 'part' ? [each.base64] : []));
    expect(parts.length).toBeGreaterThan(2);
    const received = Buffer.concat(parts.map(part => Buffer.from(part, 'base64')));
    expect(received.equals(Buffer.from(bytes))).toBe(true);
    expect(posted.at(-1)).toEqual({ type: 'end', id: 4 });
  });

  it('sends nothing more of a file that nobody waits for', async () => {
    const posted: RendererMessage[] = [];
    const post = async (message: RendererMessage): Promise<void> => {
      posted.push(message);
      reader.stop(4);
    };
    const { reader } = readerOf({ post }, new Uint8Array(5_000_000));
    await reader.send({ id: 4, notebook, path: 'b.kscope' });
    expect(posted.map(({ type }) => type)).toEqual(['part']);
  });

  it.each([
    '../b.kscope',
    'c/../../b.kscope',
    './b.kscope',
    '/b.kscope',
    'c//b.kscope',
    'c\\b.kscope',
    'file:b.kscope',
    'b\0.kscope',
    'b.txt',
    '.kscope/',
    '',
    `${'c/'.repeat(20)}b.kscope`,
    `${'c'.repeat(2000)}.kscope`
  ])('reads nothing by the path %j', async path => {
    expect(await refusalOf(path)).toEqual(refused('elsewhere'));
  });

  it('reads no file of an untrusted workspace, and none that is too large or cannot be read', async () => {
    expect(await refusalOf('b.kscope', { isTrusted: () => false })).toEqual(refused('untrusted'));
    const stat = (type: number, size: number) => async () => ({ type, size, ctime: 0, mtime: 0 });
    const readFile = () => Promise.reject(new Error('EACCES'));
    const tooLarge = { stat: stat(1, MAX_FILE_BYTES + 1), readFile };
    expect(await refusalOf('b.kscope', { files: tooLarge })).toEqual(refused('tooLarge'));
    const locked = { stat: stat(1, 10), readFile };
    expect(await refusalOf('b.kscope', { files: locked })).toEqual(refused('unreadable'));
    const link = { stat: stat(65, 10), readFile };
    expect(await refusalOf('b.kscope', { files: link })).toEqual(refused('elsewhere'));
  });
});
