import { createHmac, randomUUID } from 'node:crypto';

/** A message as this client sees it; an independent codec, so that it checks the kernel's. */
export interface JupyterMessage {
  readonly identities: readonly Buffer[];
  readonly header: { readonly msg_id: string; readonly msg_type: string; readonly date: string };
  readonly parent: { readonly msg_id?: string };
  readonly metadata: Record<string, unknown>;
  readonly content: Record<string, unknown>;
  readonly buffers: readonly Buffer[];
}

const DELIMITER = '<IDS|MSG>';

function signature(key: string, parts: readonly Buffer[]): string {
  const hmac = createHmac('sha256', key);
  parts.forEach(part => hmac.update(part));
  return hmac.digest('hex');
}

/** Frames of a new request and its id. */
export function packRequest(
  key: string,
  session: string,
  request: {
    type: string;
    content: object;
    metadata?: object;
    buffers?: readonly Buffer[];
    parent?: object;
  }
): { id: string; frames: Buffer[] } {
  const id = randomUUID();
  const header = {
    msg_id: id,
    msg_type: request.type,
    session,
    username: 'test',
    date: new Date().toISOString(),
    version: '5.3'
  };
  const parts = [header, request.parent ?? {}, request.metadata ?? {}, request.content].map(part =>
    Buffer.from(JSON.stringify(part))
  );
  const signed = Buffer.from(signature(key, parts));
  return { id, frames: [Buffer.from(DELIMITER), signed, ...parts, ...(request.buffers ?? [])] };
}

/** Reads a message of the kernel; throws when its signature is wrong. */
export function unpack(key: string, frames: readonly Buffer[]): JupyterMessage {
  const start = frames.findIndex(frame => frame.toString() === DELIMITER);
  const parts = frames.slice(start + 2, start + 6);
  if (start < 0 || frames[start + 1]?.toString() !== signature(key, parts)) {
    throw new Error('the kernel sent a message that is not signed rightly');
  }
  const [header, parent, metadata, content] = parts.map(
    part => JSON.parse(part.toString()) as unknown
  );
  return {
    identities: frames.slice(0, start),
    header: header as JupyterMessage['header'],
    parent: parent as JupyterMessage['parent'],
    metadata: metadata as Record<string, unknown>,
    content: content as Record<string, unknown>,
    buffers: frames.slice(start + 6)
  };
}
