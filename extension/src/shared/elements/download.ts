/** A file to hand to the person at the browser. */
export interface DownloadFile {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  /** Text is written as UTF-8. */
  readonly content: string | Uint8Array;
}

/** How long the bytes of a file stay at hand: browsers begin to read them after the click. */
const KEPT_MS = 60_000;

/**
 * Lets the browser save a file made here; needs neither server nor kernel. The link is on the page while it is
 * clicked: VS Code saves what links on its page lead to.
 */
export function saveFile({ name, type, content }: DownloadFile): void {
  const blobPart = typeof content === 'string' ? content : unshared(content);
  const url = URL.createObjectURL(new Blob([blobPart], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** `text` as the stem of a file name that every file system takes; never empty. */
export function fileStem(text: string): string {
  const stem = text
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  return stem === '' ? 'profile' : stem;
}

/** `bytes` on memory that no other thread sees, as files take them; copied only where they are not. */
export function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isUnshared(bytes) ? bytes : bytes.slice();
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}
