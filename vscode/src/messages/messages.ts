/** The id of the renderer, as `package.json` has it. */
export const RENDERER_ID = 'kernelscope-profile';

/** Largest file that goes from the extension host to a notebook, bytes. */
export const MAX_FILE_BYTES = 128 * 1024 * 1024;

/** Sent to the extension host. */
export type HostMessage =
  /** Asks for the file at `path`, relative to the folder of the notebook; `id` names the request. */
  | { readonly type: 'read'; readonly id: number; readonly path: string }
  /** Nobody waits for the answer any more. */
  | { readonly type: 'stop'; readonly id: number };

/** Why the extension host does not send a file. */
export const REFUSALS = ['untrusted', 'elsewhere', 'missing', 'tooLarge', 'unreadable'] as const;

/** One of {@link REFUSALS}. */
export type Refusal = (typeof REFUSALS)[number];

/** Sent to the renderer: the parts of a file in their order, then its end; or a refusal. */
export type RendererMessage =
  /** `base64` is text because bytes within messages do not reach every version of VS Code as bytes. */
  | { readonly type: 'part'; readonly id: number; readonly base64: string }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'refused'; readonly id: number; readonly refusal: Refusal };

/** A message to the extension host; null if it is none. */
export function hostMessage(message: unknown): HostMessage | null {
  const { type, id, path } = fieldsOf(message);
  if (typeof id !== 'number') return null;
  if (type === 'stop') return { type, id };
  return type === 'read' && typeof path === 'string' ? { type, id, path } : null;
}

/** A message to the renderer; null if it is none. */
export function rendererMessage(message: unknown): RendererMessage | null {
  const { type, id, base64, refusal } = fieldsOf(message);
  if (typeof id !== 'number') return null;
  if (type === 'end') return { type, id };
  if (type === 'part' && typeof base64 === 'string') return { type, id, base64 };
  const known = REFUSALS.find(each => each === refusal);
  return type === 'refused' && known !== undefined ? { type, id, refusal: known } : null;
}

function fieldsOf(message: unknown): Readonly<Record<string, unknown>> {
  return typeof message === 'object' && message !== null ? { ...message } : {};
}
