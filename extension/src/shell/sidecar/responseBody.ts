import { SidecarError } from './sidecarError';

/** The body of a successful response. @throws SidecarError for any other */
export async function responseBody(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (response.ok && response.body) return response.body;
  await response.body?.cancel();
  const { status } = response;
  if (status === 404 || status === 410) throw new SidecarError({ type: 'missing' });
  if (status === 401 || status === 403) throw new SidecarError({ type: 'refused' });
  throw new SidecarError({ type: 'badAnswer', status });
}
