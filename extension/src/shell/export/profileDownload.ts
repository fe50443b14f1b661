import { fileStem, saveFile } from '../../shared/elements/download';
import type { ProfileContent } from '../../shared/content/profileTab';
import type { ExportContext, ExportFormats, TraceSaver } from './exportContext';
import type { ExportFormat } from './exportFormats';
import { exportFailed, notMade, partText } from './exportMessages';
import { contentAtHand, isAbort, wholeContent } from './wholeContent';
import { loadPart } from '../../shared/content/application';

/** Encoding a large profile takes seconds: time enough to draw what is said before it. */
const FRAME_MS = 20;

/** The formats of files, loaded when the first file is asked for. Rejects where that fails. */
export const loadFormats = ({ loadFormats: load }: ExportContext): Promise<ExportFormats> =>
  load ? load() : loadPart(() => import('./exportFormats'));

/** Saves the whole profile for Perfetto, as {@link downloadProfile} does; never rejects. */
export async function downloadTrace(context: ExportContext): Promise<void> {
  const formats = await formatsOrMessage(context);
  if (formats) await downloadProfile(formats.perfettoFormat(context.trans), context);
}

/** Loads the formats as {@link loadFormats} does; shows a message and gives null if that fails. */
export async function formatsOrMessage(context: ExportContext): Promise<ExportFormats | null> {
  try {
    return await loadFormats(context);
  } catch (error) {
    context.feedback.ask(notMade(error, context));
    return null;
  }
}

/**
 * Saves the whole profile as a file and says so; never rejects. When the whole one cannot be had it
 * says why, and offers what is at hand.
 */
export function downloadProfile(format: ExportFormat, context: ExportContext): Promise<void> {
  const { source, feedback, trans } = context;
  const current = contentAtHand(source);
  if (current && (!source.canLoadWhole || !format.needsWhole(current))) {
    return save(format, () => Promise.resolve(current), context);
  }
  feedback.say(trans.__('Loading the whole profile…'));
  return save(format, () => wholeContent(source), context);
}

export function fileName({ bundle }: ProfileContent, { extension }: ExportFormat): string {
  return `${fileStem(bundle.summary.name)}${extension}`;
}

async function save(
  format: ExportFormat,
  getContent: () => Promise<ProfileContent>,
  context: ExportContext
): Promise<void> {
  const { feedback, trans } = context;
  try {
    const content = await getContent();
    const name = fileName(content, format);
    feedback.say(trans.__('Making %1…', name));
    await new Promise(resolve => setTimeout(resolve, FRAME_MS));
    const bytes = await format.encode(content);
    const part = format.needsWhole(content) ? partText(content, context) : '';
    const { traceSaver } = context;
    if (format.isPerfetto && traceSaver) {
      await saveTrace({ name, bytes, part, traceSaver }, context);
      return;
    }
    if (traceSaver?.savesAll) {
      const saved = await traceSaver.save(name, bytes);
      feedback.say(saved === null ? '' : joined(trans.__('Saved as %1.', saved), part));
      return;
    }
    saveFile({ name, type: format.type, content: bytes });
    const note = format.isPerfetto ? (context.traceNote ?? '') : '';
    feedback.say(joined(trans.__('Saved as %1.', name), part, note));
  } catch (error) {
    if (isAbort(error)) {
      feedback.say('');
      return;
    }
    const run = (part: ProfileContent): void =>
      void save(format, () => Promise.resolve(part), context);
    feedback.ask(exportFailed(error, context, { label: trans.__('Download that'), run }));
  }
}

/** A trace that the application saves. */
interface SavedTrace {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The part of the profile that it holds; empty if it holds all. */
  readonly part: string;
  readonly traceSaver: TraceSaver;
}

/** Has the application save a trace, and offers to open Perfetto for it. */
async function saveTrace(
  { name, bytes, part, traceSaver }: SavedTrace,
  { feedback, trans }: ExportContext
): Promise<void> {
  const saved = await traceSaver.save(name, bytes);
  if (saved === null) {
    feedback.say('');
    return;
  }
  const text = joined(
    trans.__('Saved as %1.', saved),
    part,
    trans.__('Open Perfetto in a browser, and drag the file into its page.')
  );
  const run = (): void => traceSaver.openPerfetto();
  feedback.ask({ level: 'info', text, choices: [{ label: trans.__('Open Perfetto'), run }] });
}

const joined = (...texts: readonly string[]): string => texts.filter(text => text !== '').join(' ');
