import type { TranslationBundle } from '../../shared/host/translation';
import type { ContentSource } from '../../shared/content/contentSource';
import type { NumberFormats } from '../../shared/content/format';
import type { ActionFeedback } from './feedback';

/** The context of every action on a profile. */
export interface ExportContext {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly source: ContentSource;
  readonly feedback: ActionFeedback;
  /** A sentence for those who have saved a trace of Perfetto, where it cannot be handed over. */
  readonly traceNote?: string;
}
