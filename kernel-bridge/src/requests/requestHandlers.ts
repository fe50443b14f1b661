import type { CellLanguage } from './completion';
import type { History } from './history';
import type { Handlers, Protocol } from '../protocol/protocol';
import type { Message } from '../protocol/wire';

function codeAndCursor({ content }: Message): [code: string, cursor: number] {
  const { code, cursor_pos: cursor } = content;
  return [typeof code === 'string' ? code : '', typeof cursor === 'number' ? cursor : 0];
}

/** Requests that are answered immediately, even while a cell waits for something. */
export function languageHandlers(info: object, language: CellLanguage, history: History): Handlers {
  return {
    kernel_info_request: () => info,
    complete_request: request => language.complete(...codeAndCursor(request)),
    inspect_request: request => language.inspect(...codeAndCursor(request)),
    is_complete_request: request => language.isComplete(codeAndCursor(request)[0]),
    history_request: request => history.answer(request.content)
  };
}

/** This kernel has no comm targets: opening one is answered by closing it, as the protocol asks. */
export function commHandlers(protocol: Protocol): Handlers {
  return {
    comm_info_request: () => ({ status: 'ok', comms: {} }),
    comm_open: request => {
      const content = { comm_id: request.content['comm_id'], data: {} };
      protocol.publish({ type: 'comm_close', content }, request);
      return null;
    },
    comm_msg: () => null,
    comm_close: () => null
  };
}
