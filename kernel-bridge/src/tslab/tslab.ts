import {
  type ConvertResult as TslabResult,
  type Converter as TslabConverter,
  type Diagnostic,
  type SideOutput,
  createConverter as createTslabConverter
} from 'tslab/dist/converter';
import { JupyterHandlerImpl } from 'tslab/dist/jupyter';
import { getCodeMetadata } from 'tslab/dist/metadata';
import * as tslabModule from 'tslab/dist/public';
import { type Completion, withModuleNames } from './moduleNames';

export { getCodeMetadata, tslabModule };
export type { Diagnostic, SideOutput };

/** The declarations of earlier cells that remain after a cell was compiled with them. */
export interface RemainingDeclarations {
  /** The text of each statement with what remains of it, null for one of which nothing does. */
  readonly statements: readonly (string | null)[];
  /** Names whose values remain, but whose class the cell has replaced: later cells know no type of them. */
  readonly untyped: readonly string[];
  /** True for a name that is declared outside of cells too, as `Map` is. */
  readonly isGlobal: (name: string) => boolean;
}

/** The result of tslab's converter for a cell, as `build/rewrites.mjs` changes it. */
export interface ConvertResult extends TslabResult {
  /** The declarations of the cell alone. */
  declOutput?: string;
  /** Absent where the cell has problems. */
  remaining?: RemainingDeclarations;
}

/** tslab's converter, as `build/rewrites.mjs` changes it. */
export interface Converter extends TslabConverter {
  convert(declarations: string, source: string): ConvertResult;
}

/** Makes tslab's converter for the current folder. */
export const createConverter: (...options: Parameters<typeof createTslabConverter>) => Converter =
  createTslabConverter;

export interface TslabDisplayData {
  readonly data: Readonly<Record<string, string | Uint8Array>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly transient: { readonly display_id?: string };
}

/** Contents of the replies about code under the cursor; positions are UTF-16 offsets. */
export interface LanguageService {
  complete(code: string, cursor: number): Completion;
  inspect(code: string, cursor: number): object;
  isComplete(code: string): object;
}

type TslabExecutor = ConstructorParameters<typeof JupyterHandlerImpl>[0];

function idleExecutor(language: Pick<TslabExecutor, 'complete' | 'inspect'>): TslabExecutor {
  const nothing = (): void => undefined;
  const execute = (): Promise<boolean> => Promise.resolve(true);
  return { ...language, execute, reset: nothing, interrupt: nothing, locals: {}, close: nothing };
}

/** tslab's completion, inspection and is-complete over the declarations of the cells run so far. */
export function createLanguageService(
  converter: Converter,
  declarations: () => string
): LanguageService {
  const handler = new JupyterHandlerImpl(
    idleExecutor({
      complete: (code, cursor) => converter.complete(declarations(), code, cursor),
      inspect: (code, cursor) => converter.inspect(declarations(), code, cursor)
    }),
    false
  );
  return {
    complete(code, cursor) {
      const reply = handler.handleComplete({ code, cursor_pos: cursor });
      const { cursor_start: start, cursor_end: end, matches } = reply;
      return withModuleNames(code, cursor, { start, end, matches });
    },
    inspect: (code, cursor) => handler.handleInspect({ code, cursor_pos: cursor, detail_level: 0 }),
    isComplete: code => handler.handleIsComplete({ code })
  };
}

/**
 * Routes `tslab.display` and `tslab.newDisplay` to `write`. tslab keeps its writer in a variable that
 * only its own execution sets, so one empty execution sets it. That also redirects the process's
 * output streams: redirect them to their final place after this.
 */
export async function routeTslabDisplay(
  write: (data: TslabDisplayData, isUpdate: boolean) => void
): Promise<void> {
  const unreachable = (): never => {
    throw new Error('an empty execution displays nothing');
  };
  const handler = new JupyterHandlerImpl(
    idleExecutor({ complete: unreachable, inspect: unreachable }),
    false
  );
  const request = { code: '', silent: true, store_history: false, user_expressions: {} };
  await handler.handleExecute(request, () => undefined, write);
}
