import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProfileThatTells } from '../../../src/engine/results/loadProfile';
import { decodeKscope, encodeKscope, encodePerfetto, FORMATS } from '../../../src/formats';
import { validateBundle } from '../../../src/model';
import { richProfile } from '../../support/richProfile';
import { trainingProfile } from '../../support/sourceProfile';
import { editorRequest } from '../../../vscode/src/messages/editorMessages';
import { DatabaseFileError, readFile } from '../../../vscode/src/editor/readFile';

const rich = richProfile(200);
const deflating = FORMATS.filter(({ write, read }) => write && read?.from === 'bytes');

describe('reading a file for a page', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'reading-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (name: string, bytes: Uint8Array) =>
    readFile({ name, modifiedMs: 1000, bytes: Uint8Array.from(bytes) });

  /** What the command line has of the same file. */
  const loaded = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return loadProfileThatTells(join(folder, name));
  };

  it.each(
    deflating.flatMap(({ id, write, endings }) =>
      endings.map(({ ending }) => ({ id, write, ending }))
    )
  )('has the profile and findings that the command line has: $ending', ({ write, ending }) => {
    const encoded = write!.encode({ profile: rich });
    const bytes = ending.endsWith('.gz') ? gzipSync(encoded) : encoded;
    const { bundle, kscope } = read(`a${ending}`, bytes);
    const known = loaded(`a${ending}`, bytes);
    const profile = decodeKscope(kscope);
    expect(profile.meta.name).toBe(known.data.meta.name);
    expect(profile.slices).toEqual(known.data.slices);
    expect(profile.samples).toEqual(known.data.samples);
    expect(validateBundle(bundle).findings.map(({ kind }) => kind)).toEqual(
      known.findings().map(({ kind }) => kind)
    );
  });

  it('unpacks compressed parts of files, and files of several gzipped members', async () => {
    const { deflateRawSync } = await import('node:zlib');
    const packed = encodeKscope(rich, { deflate: deflateRawSync });
    expect(decodeKscope(read('a.kscope', packed).kscope).slices).toEqual(rich.slices);
    const trace = encodePerfetto(rich);
    const half = trace.length >> 1;
    const members = Buffer.concat([
      gzipSync(trace.subarray(0, half)),
      gzipSync(trace.subarray(half))
    ]);
    const { slices } = decodeKscope(read('a.perfetto-trace.gz', members).kscope);
    expect(slices.length).toBe(decodeKscope(read('a.perfetto-trace', trace).kscope).slices.length);
  });

  it('reads the intact part of a gzipped file that was cut off', () => {
    const trace = gzipSync(encodePerfetto(richProfile(20_000)));
    const { bundle } = read('a.perfetto-trace.gz', trace.subarray(0, trace.length >> 1));
    expect(bundle.summary.slices).toBeGreaterThan(0);
    expect(bundle.summary.truncated).toBe(true);
  });

  it('has the costs of lines as a message that the host takes', () => {
    const { lines } = read('a.kscope', encodeKscope(trainingProfile()));
    expect(lines?.files.length).toBeGreaterThan(0);
    expect(editorRequest({ type: 'lines', lines })).toEqual({ type: 'lines', lines });
  });

  it('has no costs of lines where the file has none', () => {
    expect(
      read('a.json', Buffer.from('[{"name":"a","ph":"X","ts":1,"dur":2,"pid":1,"tid":1}]')).lines
    ).toBeNull();
  });

  it('names the command that reads a database, whatever its name', () => {
    const content = Buffer.from('SQLite format 3\0 and more');
    expect(() => read('a b.nvprof', content)).toThrow(
      new DatabaseFileError(
        'it is a database, which is not read here; `kernelscope convert "a b.nvprof" profile.kscope` makes a file that is'
      )
    );
  });

  it.each([
    ['', 'it is empty'],
    ['hello', 'it is neither'],
    ['{"cells":[],"nbformat":4}', 'it is a Jupyter notebook'],
    ['{"traceEvents":[{"ph":"?"}]}', 'nothing in it is read'],
    [gzipSync(gzipSync('a')), 'it is gzipped twice'],
    [gzipSync(Buffer.alloc(100_000_000)), 'it unpacks to more than']
  ])('says what a file is that it does not read: %.20j', (content, reason) => {
    expect(() => read('a', Buffer.from(content))).toThrow(reason);
  });
});
