import type { TranslationBundle } from '../../shared/content/application';
import type { NumberFormats } from '../../shared/content/format';

/** Largest file that is read into the page, bytes. */
export const MAX_SIDECAR_BYTES = 512 * 1024 * 1024;

/** Why nothing was read of the file beside the notebook. */
type AccessProblem =
  /** The output is shown where nobody knows where its notebook is. */
  | { readonly type: 'noNotebook' }
  /** The name in the output leads out of the notebook's folder. */
  | { readonly type: 'elsewhere' }
  | { readonly type: 'tooLarge' }
  | { readonly type: 'unreachable' }
  | { readonly type: 'missing' }
  | { readonly type: 'refused' }
  /** Any other answer that is none; `status` as HTTP has it. */
  | { readonly type: 'badAnswer'; readonly status: number }
  /** Where there is no server; `sentence` is translated. */
  | { readonly type: 'denied'; readonly sentence: string };

/** Why what was read of it is not on show. */
type ContentProblem =
  /** The file ended after so many bytes. */
  | { readonly type: 'cutOff'; readonly sizeBytes: number }
  | { readonly type: 'changed' }
  | { readonly type: 'newer' }
  | { readonly type: 'unreadable'; readonly detail: string };

/** Why the file beside the notebook is not on show. */
export type SidecarProblem = AccessProblem | ContentProblem;

/** True when trying again, with the page as it is, cannot help. */
export function isFinal({ type }: SidecarProblem): boolean {
  return ['noNotebook', 'elsewhere', 'tooLarge', 'newer'].includes(type);
}

/** The file beside the notebook could not be shown; `problem` says why. */
export class SidecarError extends Error {
  constructor(
    readonly problem: SidecarProblem,
    options?: ErrorOptions
  ) {
    super(problem.type, options);
  }
}

/** The subject of {@link sidecarSentence}. */
export interface SentenceContext {
  /** Name of the file as the output has it. */
  readonly path: string;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The problem in the person's language: what happened, and what to do. */
export function sidecarSentence(problem: SidecarProblem, context: SentenceContext): string {
  const { path, formats, trans } = context;
  switch (problem.type) {
    case 'cutOff': {
      const size = formats.bytes(problem.sizeBytes);
      return trans.__('%1 is cut off after %2. Run the cell again.', path, size);
    }
    case 'changed':
      return trans.__('%1 was changed after this output was made. Run the cell again.', path);
    case 'newer':
      return trans.__(
        '%1 was written by a newer version of Kernelscope. Upgrade Kernelscope to open it.',
        path
      );
    case 'unreadable':
      return trans.__('%1 cannot be read: %2', path, problem.detail);
    default:
      return accessSentence(problem, context);
  }
}

function accessSentence(problem: AccessProblem, context: SentenceContext): string {
  const { path, formats, trans } = context;
  switch (problem.type) {
    case 'noNotebook':
      return trans.__('%1 can only be loaded where its notebook is open.', path);
    case 'elsewhere':
      return trans.__(
        'This output names a file outside the folder of its notebook, so it is not opened.'
      );
    case 'tooLarge':
      return trans.__(
        '%1 is larger than %2, too much for this page. Open it with the kernelscope command line.',
        path,
        formats.bytes(MAX_SIDECAR_BYTES)
      );
    case 'unreachable':
      return trans.__(
        'The server cannot be reached, so %1 was not loaded. Check the connection and try again.',
        path
      );
    case 'missing':
      return trans.__('%1 is no longer beside the notebook. Run the cell again.', path);
    case 'refused':
      return trans.__('The server denies access to %1. Log in again, then try again.', path);
    case 'denied':
      return problem.sentence;
    case 'badAnswer': {
      const { status } = problem;
      return trans.__('The server answered %2 when asked for %1. Try again.', path, status);
    }
  }
}
