import type { RendererContext } from 'vscode-notebook-renderer';
import { type HostMessage, type RendererMessage, rendererMessage } from '../messages/messages';

/** The part of VS Code's context that {@link HostChannel} needs. */
export type HostContext = Pick<
  RendererContext<unknown>,
  'postMessage' | 'onDidReceiveMessage' | 'workspace'
>;

type Take = (answer: RendererMessage) => void;

/**
 * Messages between all outputs of a notebook and the extension host. Every output of the page hears every answer, so
 * requests are numbered here for all of them.
 */
export class HostChannel {
  readonly #context: HostContext;
  readonly #requests = new Map<number, Take>();
  #lastId = 0;
  #subscription: { dispose(): void } | null = null;

  constructor(context: HostContext) {
    this.#context = context;
  }

  /** False where there is no extension host to ask. */
  get hasHost(): boolean {
    return Boolean(this.#context.postMessage && this.#context.onDidReceiveMessage);
  }

  get isTrusted(): boolean {
    return this.#context.workspace.isTrusted;
  }

  post(message: HostMessage): void {
    this.#context.postMessage?.(message);
  }

  /** Begins a request, and returns its number; answers to it go to `take` until it is closed. */
  open(take: Take): number {
    const id = ++this.#lastId;
    this.#requests.set(id, take);
    this.#subscription ??= this.#context.onDidReceiveMessage?.(each => this.#take(each)) ?? null;
    return id;
  }

  /** Ends a request; false if it had ended already. */
  close(id: number): boolean {
    const wasOpen = this.#requests.delete(id);
    if (this.#requests.size === 0) {
      this.#subscription?.dispose();
      this.#subscription = null;
    }
    return wasOpen;
  }

  #take(message: unknown): void {
    const answer = rendererMessage(message);
    if (answer !== null) this.#requests.get(answer.id)?.(answer);
  }
}
