import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fetchSidecar } from '../../../../../extension/src/shell/sidecar/fetchSidecar';
import type { FileRequest } from '../../../../../extension/src/shell/sidecar/fileRequest';
import {
  MAX_SIDECAR_BYTES,
  SidecarError
} from '../../../../../extension/src/shell/sidecar/sidecarError';

const content = Uint8Array.from({ length: 10_000 }, (_, at) => at * 7);
const sha256 = createHash('sha256').update(content).digest('hex');
const sidecar = { path: 'a.kscope', sha256, sizeBytes: content.length, slices: 1 };

/** A body that arrives in pieces of 1,000 bytes; `end` is called when it was read or given up. */
function inPieces(bytes: Uint8Array, onCancel = (): void => undefined): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull: controller => {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += 1000)));
    },
    cancel: onCancel
  });
}

interface Run {
  readonly request: FileRequest;
  readonly sizeBytes?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (receivedBytes: number) => void;
}

const fetchWith = ({
  request,
  sizeBytes = content.length,
  signal = new AbortController().signal,
  onProgress = () => undefined
}: Run): Promise<Uint8Array> =>
  fetchSidecar({ url: 'u', sidecar: { ...sidecar, sizeBytes }, request, signal, onProgress });

const answer = (bytes: Uint8Array): FileRequest => {
  return async () => new Response(inPieces(bytes));
};

async function problemOf(run: Run): Promise<unknown> {
  const error: unknown = await fetchWith(run).catch((caught: unknown) => caught);
  return error instanceof SidecarError ? error.problem : error;
}

describe('fetchSidecar', () => {
  it('gives the very bytes that the output speaks of, and tells how far it is', async () => {
    const received: number[] = [];
    const onProgress = (bytes: number): unknown => received.push(bytes);
    expect(await fetchWith({ request: answer(content), onProgress })).toEqual(content);
    expect(received).toHaveLength(10);
    expect(received.at(-1)).toBe(10_000);
  });

  it.each([
    [404, { type: 'missing' }],
    [410, { type: 'missing' }],
    [403, { type: 'refused' }],
    [401, { type: 'refused' }],
    [500, { type: 'badAnswer', status: 500 }]
  ])('names status %i', async (status, problem) => {
    const request: FileRequest = async () => new Response('<h1>no</h1>', { status });
    expect(await problemOf({ request })).toEqual(problem);
  });

  it('names a file with another content', async () => {
    const other = content.map((byte, at) => (at === 9999 ? byte + 1 : byte));
    expect(await problemOf({ request: answer(other) })).toEqual({ type: 'changed' });
  });

  it('stops at the first byte too many', async () => {
    let isGivenUp = false;
    const longer = new Uint8Array(50_000);
    const request: FileRequest = async () =>
      new Response(inPieces(longer, () => (isGivenUp = true)));
    expect(await problemOf({ request })).toEqual({ type: 'changed' });
    expect(isGivenUp).toBe(true);
  });

  it('names a file that is cut off', async () => {
    const request = answer(content.subarray(0, 2500));
    expect(await problemOf({ request })).toEqual({ type: 'cutOff', sizeBytes: 2500 });
  });

  it('never asks for more than a page can hold', async () => {
    const request: FileRequest = () => Promise.reject(new Error('asked'));
    const sizeBytes = MAX_SIDECAR_BYTES + 1;
    expect(await problemOf({ request, sizeBytes })).toEqual({ type: 'tooLarge' });
  });

  it('names a server that does not answer, and one that falls silent', async () => {
    const unreachable: FileRequest = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await problemOf({ request: unreachable })).toEqual({ type: 'unreachable' });
    const broken = new ReadableStream({
      pull: controller => controller.error(new TypeError('network error'))
    });
    const silent: FileRequest = async () => new Response(broken);
    expect(await problemOf({ request: silent })).toEqual({ type: 'unreachable' });
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const request: FileRequest = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const error = problemOf({ request, signal: abort.signal });
    abort.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
  });
});
