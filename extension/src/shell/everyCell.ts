import { Notification } from '@jupyterlab/apputils';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';
import { kernelRefusal, kernelStateOf } from './kernelState';
import { refuse } from './profileCell';
import { clipText } from '../shared/elements/dom';
import { ON_THE_PAGE } from '../shared/elements/notification';

/**
 * Has the kernel of a notebook profile every later cell, or only those with a magic again, and
 * notifies the person in the kernel's words. Never rejects.
 */
export async function profileEveryCell(
  panel: NotebookPanel,
  state: 'on' | 'off',
  trans: TranslationBundle
): Promise<void> {
  const reason = kernelRefusal(kernelStateOf(panel), trans);
  if (reason !== null) return refuse(reason);
  try {
    const text = await answerOf(panel, `%profile ${state}`);
    Notification.info(clipText(text), ON_THE_PAGE);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    refuse(trans.__('The kernel could not be asked: %1', detail));
  }
}

/** The text that the kernel shows for a magic. @throws when it fails */
async function answerOf({ sessionContext }: NotebookPanel, code: string): Promise<string> {
  const future = sessionContext.session?.kernel?.requestExecute({ code, store_history: false });
  if (!future) return '';
  const texts: string[] = [];
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type !== 'display_data') return;
    const { data } = content as { readonly data: Readonly<Record<string, unknown>> };
    texts.push(String(data['text/plain']));
  };
  const { content } = await future.done;
  if (content.status === 'error') throw new Error(content.evalue);
  return texts.join(' ');
}
