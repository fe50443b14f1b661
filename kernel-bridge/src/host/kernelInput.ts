import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Executor } from '../cells/executor';
import { InputChannel, type InputChannelOptions } from '../protocol/inputChannel';
import { InputSignal } from '../protocol/inputMessages';
import { installCellStdin } from '../requests/cellStdin';
import { InputRequests } from '../requests/inputRequests';
import type { OutputContext } from '../requests/outputContext';
import type { TerminableState } from './terminableState';
import { intrinsics } from 'kernelscope/host';

const YES: readonly string[] = ['y', 'yes'];

interface PromptOptions {
  readonly password?: boolean;
}

/** A global function that programs do not see when they list globals, and may replace. */
function defineGlobal(name: string, value: (...args: never[]) => unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

/**
 * Gives cells `prompt`, `confirm` and `alert`, as browsers and Deno have them: they block until the user has
 * answered.
 */
function installPrompts(input: Pick<InputRequests, 'ask'>): void {
  const ask = (prompt: string, asker: string, password = false): string | null =>
    intrinsics.own(() => input.ask({ prompt, password }, asker));
  defineGlobal(
    'prompt',
    function prompt(
      message: string = 'Prompt',
      defaultValue?: string,
      options?: PromptOptions
    ): string | null {
      const hint = defaultValue === undefined ? '' : ` [${String(defaultValue)}]`;
      const text = ask(`${String(message)}${hint} `, 'prompt()', options?.password === true);
      return text === '' && defaultValue !== undefined ? String(defaultValue) : text;
    }
  );
  defineGlobal('confirm', function confirm(message: string = 'Confirm'): boolean {
    const text = ask(`${String(message)} [y/N] `, 'confirm()');
    return text !== null && YES.includes(text.trim().toLowerCase());
  });
  defineGlobal('alert', function alert(message: string = 'Alert'): void {
    ask(`${String(message)} [Enter] `, 'alert()');
  });
}

/** The input of cells, and the end of its channel that the helper thread gets. */
export interface KernelInput {
  readonly requests: InputRequests;
  readonly helper: { readonly port: MessagePort; readonly signal: SharedArrayBuffer };
}

/** The dependencies of the input of cells. */
export interface KernelInputDeps extends Pick<InputChannelOptions, 'key' | 'sender' | 'outlet'> {
  readonly context: OutputContext;
  readonly state: TerminableState;
  readonly executor: Pick<Executor, 'interrupt'>;
}

/** Gives cells `prompt` and the like, and `process.stdin`. Call it before any cell has run. */
export function createKernelInput(deps: KernelInputDeps): KernelInput {
  const { key, sender, outlet, context, state, executor } = deps;
  const { port1, port2 } = new MessageChannel();
  const memory = InputSignal.allocate();
  const signal = new InputSignal(memory);
  const channel = new InputChannel({ port: port1, signal, key, sender, outlet });
  const endCell = (reason?: Error): void => executor.interrupt(reason);
  const requests = new InputRequests({ channel, context, state, endCell });
  installPrompts(requests);
  installCellStdin(requests);
  return { requests, helper: { port: port2, signal: memory } };
}
