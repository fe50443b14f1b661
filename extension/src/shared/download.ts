/** A file to hand to the person at the browser. */
export interface DownloadFile {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  readonly content: string;
}

/** Lets the browser save a file made here. */
export function saveFile({ name, type, content }: DownloadFile): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Lets the browser save what is at `url` under `name`. */
export function saveUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** `text` as the stem of a file name that every file system takes; never empty. */
export function fileStem(text: string): string {
  const stem = text
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  return stem === '' ? 'profile' : stem;
}
