import { describe, expect, it } from 'vitest';
import type { Uri } from 'vscode';
import { ASK_BYTES, FileSender } from '../../../vscode/src/host/fileSender';
import type { EditorAnswer } from '../../../vscode/src/messages/editorMessages';

const FILE = { path: '/code/a.kscope' } as Uri;

/** A file of `size` bytes, of which `content` are read. */
function senderOf(size: number, content: Uint8Array | Error = new Uint8Array(size)) {
  const posted: EditorAnswer[] = [];
  const reads: Uri[] = [];
  const sender = new FileSender(FILE, {
    stat: () => Promise.resolve({ size, mtime: 7 }),
    read: file => {
      reads.push(file);
      return content instanceof Error ? Promise.reject(content) : Promise.resolve(content);
    },
    post: message => {
      posted.push(message);
      return Promise.resolve(true);
    }
  });
  return { sender, posted, reads };
}

/** All bytes that were sent. */
const bytesOf = (posted: readonly EditorAnswer[]): Buffer =>
  Buffer.concat(posted.flatMap(each => (each.type === 'bytes' ? [each.bytes] : [])));

describe('a file for the page of an editor', () => {
  it('is sent in parts of plain bytes, after its facts', async () => {
    const content = Buffer.from(Uint8Array.from({ length: 9_000_000 }, (_, at) => at % 251));
    const { sender, posted } = senderOf(content.length, content);
    await sender.begin();
    expect(posted[0]).toEqual({
      ...{ type: 'file', name: 'a.kscope', sizeBytes: 9_000_000, modifiedMs: 7, asks: false }
    });
    expect(posted.at(-1)).toEqual({ type: 'whole' });
    expect(bytesOf(posted).equals(content)).toBe(true);
    const parts = posted.flatMap(each => (each.type === 'bytes' ? [each.bytes] : []));
    expect(parts.map(({ constructor }) => constructor)).toEqual([
      Uint8Array,
      Uint8Array,
      Uint8Array
    ]);
    expect(parts.every(part => part.buffer.byteLength === part.length)).toBe(true);
  });

  it('is not read beyond the limit until a person says so', async () => {
    const { sender, posted, reads } = senderOf(ASK_BYTES + 1, Uint8Array.of(1, 2));
    await sender.begin();
    expect(posted).toEqual([expect.objectContaining({ type: 'file', asks: true })]);
    expect(reads).toEqual([]);
    await sender.consent();
    expect(reads).toEqual([FILE]);
    expect([...bytesOf(posted)]).toEqual([1, 2]);
  });

  it('is read without a question at the limit', async () => {
    const { sender, reads } = senderOf(ASK_BYTES, Uint8Array.of(1));
    await sender.begin();
    expect(reads).toEqual([FILE]);
  });

  it('is not read at all beyond what the command line reads', async () => {
    const { sender, posted, reads } = senderOf(2 ** 30 + 1);
    await sender.begin();
    expect(posted).toEqual([expect.objectContaining({ type: 'unreadable' })]);
    expect(reads).toEqual([]);
  });

  it('that cannot be read is told', async () => {
    const { sender, posted } = senderOf(5, new Error('permission is denied'));
    await sender.begin();
    expect(posted.at(-1)).toEqual({ type: 'unreadable', text: 'permission is denied' });
  });

  it('is sent no further once its page is closed', async () => {
    const { sender, posted } = senderOf(3, Uint8Array.of(1, 2, 3));
    const sending = sender.begin();
    sender.stop();
    await sending;
    expect(posted.filter(({ type }) => type !== 'file')).toEqual([]);
  });
});
