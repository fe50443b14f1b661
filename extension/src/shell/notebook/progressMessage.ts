import { PROGRESS_MIME_TYPE, type RecordingProgress, validateProgress } from 'kernelscope/model';

/** A message of a kernel, as far as it is looked at. */
export interface KernelMessage {
  readonly header: { readonly msg_type: string };
  readonly content: unknown;
}

/** The progress that a message tells; null for other messages and for malformed progress. */
export function progressOf({ header, content }: KernelMessage): RecordingProgress | null {
  if (header.msg_type !== 'update_display_data') return null;
  const { data } = (content ?? {}) as { readonly data?: Readonly<Record<string, unknown>> | null };
  const progress = data?.[PROGRESS_MIME_TYPE];
  if (progress === undefined) return null;
  try {
    return validateProgress(progress);
  } catch {
    return null;
  }
}
