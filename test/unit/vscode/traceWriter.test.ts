import type { Uri } from 'vscode';
import { describe, expect, it } from 'vitest';
import { TraceWriter, type TraceWriterDeps } from '../../../vscode/src/host/traceWriter';
import { base64Parts } from '../../../vscode/src/messages/base64';
import type { RendererMessage } from '../../../vscode/src/messages/messages';

const PLACE = { path: '/books/chosen.perfetto-trace' } as Uri;

/** A writer, what it posted and what it wrote. */
function writerOf(changes: Partial<TraceWriterDeps> = {}) {
  const posted: RendererMessage[] = [];
  const written: [string, Uint8Array][] = [];
  const writer = new TraceWriter({
    isTrusted: () => true,
    choose: async () => PLACE,
    write: async ({ path }, bytes) => void written.push([path, bytes]),
    post: async message => void posted.push(message),
    ...changes
  });
  return { writer, posted, written };
}

const start = (id: number, sizeBytes: number) => ({ id, name: 'a.perfetto-trace', sizeBytes });
const notSaved = (reason: string, id = 1) => ({ type: 'notSaved', id, reason });

describe('TraceWriter', () => {
  it('writes all bytes of a trace at the place that the user chose', async () => {
    const bytes = Uint8Array.from({ length: 2_000_000 }, (_, index) => index % 251);
    const proposals: string[] = [];
    const choose = async (name: string): Promise<Uri> => {
      proposals.push(name);
      return PLACE;
    };
    const { writer, posted, written } = writerOf({ choose });
    await writer.begin(start(1, bytes.length));
    for (const part of base64Parts(bytes)) await writer.add(1, part);
    expect(proposals).toEqual(['a.perfetto-trace']);
    expect(written.map(([path]) => path)).toEqual([PLACE.path]);
    expect(Buffer.from(written[0][1]).equals(Buffer.from(bytes))).toBe(true);
    expect(posted).toEqual([{ type: 'saved', id: 1, name: 'chosen.perfetto-trace' }]);
  });

  it.each<[string, Partial<TraceWriterDeps>]>([
    ['untrusted', { isTrusted: () => false }],
    ['cancelled', { choose: async () => undefined }],
    ['unwritable', { choose: () => Promise.reject(new Error('no dialog')) }]
  ])('writes nothing, and says why: %s', async (reason, changes) => {
    const { writer, posted, written } = writerOf(changes);
    await writer.begin(start(1, 3));
    await writer.add(1, 'AAAA');
    expect(posted).toEqual([notSaved(reason)]);
    expect(written).toEqual([]);
  });

  it('says that a place cannot be written to, and takes the next trace', async () => {
    let isLocked = true;
    const write = () => (isLocked ? Promise.reject(new Error('EACCES')) : Promise.resolve());
    const { writer, posted } = writerOf({ write });
    for (const id of [1, 2]) {
      await writer.begin(start(id, 3));
      await writer.add(id, 'AAAA');
      isLocked = false;
    }
    expect(posted.map(({ type }) => type)).toEqual(['notSaved', 'saved']);
  });

  it.each([
    ['that are no Base64', '*'],
    ['that are none', ''],
    ['beyond the size that was stated', 'AAAAAAAA']
  ])('saves no trace with bytes %s', async (_, base64) => {
    const { writer, posted, written } = writerOf();
    await writer.begin(start(1, 3));
    await writer.add(1, base64);
    await writer.add(1, 'AAAA');
    expect(posted).toEqual([notSaved('unwritable')]);
    expect(written).toEqual([]);
  });

  it('drops bytes that nobody expects', async () => {
    const { writer, posted, written } = writerOf();
    await writer.add(1, 'AAAA');
    await writer.begin(start(1, 3));
    await writer.add(2, 'AAAA');
    expect([posted, written]).toEqual([[], []]);
  });

  it('asks for one trace at a time, and forgets one that stayed incomplete', async () => {
    const chosen: ((place: Uri) => void)[] = [];
    const choose = () => new Promise<Uri>(resolve => void chosen.push(resolve));
    const { writer, posted, written } = writerOf({ choose });
    await writer.begin(start(1, 100));
    await writer.add(1, 'AAAA');
    await writer.begin(start(2, 3));
    const saving = writer.add(2, 'AAAA');
    await writer.begin(start(3, 3));
    await writer.add(3, 'AAAA');
    expect(posted).toEqual([notSaved('busy', 3)]);
    chosen[0](PLACE);
    await saving;
    expect(chosen.length).toBe(1);
    expect(written.map(([, { length }]) => length)).toEqual([3]);
  });
});
