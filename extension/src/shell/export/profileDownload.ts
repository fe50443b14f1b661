import { PERFETTO } from 'kernelscope/formats';
import { fileStem, saveFile } from '../../shared/elements/download';
import type { ProfileContent } from '../../shared/content/profileTab';
import type { ExportContext } from './exportContext';
import type { ExportFormat } from './exportFormats';
import { exportFailed, partText } from './exportMessages';
import { contentAtHand, isAbort, wholeContent } from './wholeContent';

/** Encoding a large profile takes seconds: time enough to draw what is said before it. */
const FRAME_MS = 20;

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

/** The name of a file of `content`. */
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
    saveFile({ name, type: format.type, content: await format.encode(content) });
    const part = format.needsWhole(content) ? partText(content, context) : '';
    const note = format.type === PERFETTO.mediaType ? (context.traceNote ?? '') : '';
    const said = [trans.__('Saved as %1.', name), part, note];
    feedback.say(said.filter(text => text !== '').join(' '));
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
