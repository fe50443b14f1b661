import type { TraceSaver } from '../../../extension/src/shell/export/exportContext';
import type { TranslationBundle } from '../../../extension/src/shared/content/application';
import { base64Parts } from '../messages/base64';
import { MAX_FILE_BYTES, type NotSaved, type RendererMessage } from '../messages/messages';
import type { HostChannel } from './hostChannel';
import type { HostWords } from './hostFiles';

/** Has the extension host save traces where the user says, and open Perfetto. Null without a host that may do so. */
export function hostTraces(channel: HostChannel, { trans, formats }: HostWords): TraceSaver | null {
  if (!channel.hasHost || !channel.isTrusted) return null;
  return {
    async save(name, bytes) {
      if (bytes.length > MAX_FILE_BYTES) {
        const most = formats.bytes(MAX_FILE_BYTES);
        throw new Error(trans.__('It is larger than %1: zoom in, or save another format.', most));
      }
      const answer = await answerTo(channel, name, bytes);
      if (answer.type === 'saved') return answer.name;
      const reason = answer.type === 'notSaved' ? answer.reason : 'unwritable';
      if (reason === 'cancelled') return null;
      throw new Error(sentenceOf(reason, trans));
    },
    openPerfetto: () => channel.post({ type: 'openPerfetto' })
  };
}

/** Sends a trace, and resolves to what the host says in the end. */
function answerTo(channel: HostChannel, name: string, bytes: Uint8Array): Promise<RendererMessage> {
  return new Promise(resolve => {
    const id = channel.open(answer => {
      channel.close(id);
      resolve(answer);
    });
    channel.post({ type: 'save', id, name, sizeBytes: bytes.length });
    for (const base64 of base64Parts(bytes)) channel.post({ type: 'piece', id, base64 });
  });
}

function sentenceOf(reason: Exclude<NotSaved, 'cancelled'>, trans: TranslationBundle): string {
  switch (reason) {
    case 'untrusted':
      return trans.__('Trust this workspace to save traces.');
    case 'busy':
      return trans.__('Another trace is being saved.');
    case 'unwritable':
      return trans.__('VS Code cannot write it there. Choose another folder, then try again.');
  }
}
