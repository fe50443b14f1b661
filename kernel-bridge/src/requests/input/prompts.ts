import { intrinsics } from 'kernelscope/host';
import type { InputRequests } from './inputRequests';

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
export function installPrompts(input: Pick<InputRequests, 'ask'>): void {
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
