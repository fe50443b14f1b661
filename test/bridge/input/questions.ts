import { afterAll, beforeAll, expect } from 'vitest';
import type { JupyterMessage } from '../jupyterMessage';
import { type Execution, KernelClient } from '../kernelClient';

/** A kernel that may ask, and its user, who answers one question after the other. */
export class Questions {
  #kernel: KernelClient | null = null;
  #asked = 0;

  /** The kernel of the tests of a file, from the first one to the last one. */
  static use(): Questions {
    const questions = new Questions();
    beforeAll(async () => {
      questions.#kernel = await KernelClient.start();
    });
    afterAll(() => questions.kernel.dispose());
    return questions;
  }

  get kernel(): KernelClient {
    if (this.#kernel === null) throw new Error('The kernel starts before the first test.');
    return this.#kernel;
  }

  /** Starts a cell that may ask; its id. */
  submit(code: string): string {
    return this.kernel.submit(code, { allow_stdin: true });
  }

  /** Waits for the question after those that were asked so far. */
  next(): Promise<JupyterMessage> {
    this.#asked += 1;
    return this.kernel.question(this.#asked);
  }

  /** Answers the next question, which must be `prompt` if that is given. */
  async answer(value: string, prompt?: string): Promise<JupyterMessage> {
    const question = await this.next();
    if (prompt !== undefined) expect(question.content).toEqual({ prompt, password: false });
    this.kernel.answer(value, question);
    return question;
  }

  /** The text of a cell, which must end well. */
  async textOf(id: string): Promise<string> {
    const { reply } = await this.kernel.finish(id);
    expect(reply['status'], JSON.stringify(reply)).toBe('ok');
    return this.kernel.textOf(id);
  }

  /** The reply of a cell, which must fail. */
  async failureOf(id: string): Promise<Execution['reply']> {
    const { reply } = await this.kernel.finish(id);
    expect(reply['status']).toBe('error');
    return reply;
  }

  /** Whether the kernel asked nothing but what was waited for. */
  expectNoMore(): void {
    expect(this.kernel.questions).toHaveLength(this.#asked);
  }
}
