import type { ContentSource, ProfileContent } from '../../shared/content/profileTab';

/** Thrown when the profile cannot be had as a whole; the message is a sentence for the person. */
export class ContentError extends Error {
  /** `part` is what can be had of it, if anything. */
  constructor(
    message: string,
    readonly part: ProfileContent | null,
    options: ErrorOptions
  ) {
    super(message, options);
  }
}

/**
 * The most that there is of a profile: the whole one, or the overview where nothing else was kept.
 *
 * @throws ContentError when there is more and it cannot be loaded; DOMException `AbortError` when
 *   the person cancelled.
 */
export async function wholeContent(source: ContentSource): Promise<ProfileContent> {
  try {
    return source.canLoadWhole ? await source.loadWhole() : source.current;
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ContentError(message, contentAtHand(source), { cause });
  }
}

/** The content on show; null while it is being read, and if it cannot be. */
export function contentAtHand(source: ContentSource): ProfileContent | null {
  try {
    return source.current;
  } catch {
    return null;
  }
}

/** True for what is thrown where a person, or the end of a widget, called something off. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
