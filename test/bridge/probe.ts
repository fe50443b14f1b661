import { expect } from 'vitest';
import { type DisplayOutput, type Execution, KernelClient, type Output } from './kernelClient';

/** MIME type of a profile's output. */
export const PROFILE_MIME = 'application/vnd.kernelscope.profile+json';

/** The two ways to run a cell; both put one line before it, so that line numbers agree. */
const BARE_LINE = '// bare';
const PROFILED_LINE = '%%profile';

/** A cell's fate in a kernel that runs it bare and in one that profiles it. */
export interface Pair {
  readonly bare: Execution;
  readonly profiled: Execution;
}

/** True for the output that shows a profile: its display id says so. */
export function isProfile(output: Output): output is DisplayOutput {
  return (
    output.type === 'display_data' &&
    String(output.transient['display_id']).startsWith('kernelscope-')
  );
}

/**
 * Outputs of a cell apart from its profile; display ids, random by nature, are numbered, and execution counts,
 * which are those of the kernel, left out.
 */
export function ownOutputs(outputs: readonly Output[]): readonly Output[] {
  const ids: unknown[] = [];
  const numbered = (output: DisplayOutput): Output => {
    const id = output.transient['display_id'];
    if (id === undefined) {
      return output;
    }
    if (!ids.includes(id)) {
      ids.push(id);
    }
    return { ...output, transient: { display_id: ids.indexOf(id) } };
  };
  return outputs
    .filter((output): boolean => !isProfile(output))
    .map(output => ('transient' in output ? numbered(output) : output))
    .map(output => (output.type === 'execute_result' ? { ...output, count: 0 } : output));
}

/** Pairs of kernels that files of tests have given back; each has run the same cells. */
const returned: Probe[] = [];

/** Two kernels side by side: what a cell does in one, it must do under the profiler in the other. */
export class Probe {
  #isLent = false;

  private constructor(
    readonly bare: KernelClient,
    readonly profiled: KernelClient
  ) {}

  static async start(): Promise<Probe> {
    const [bare, profiled] = await Promise.all([KernelClient.start(), KernelClient.start()]);
    return new Probe(bare, profiled);
  }

  /** The same with kernels whose state does not matter: those that another file has given back, or new ones. */
  static async lend(): Promise<Probe> {
    const probe = returned.pop() ?? (await Probe.start());
    await probe.#countAlike();
    probe.#isLent = true;
    return probe;
  }

  /** Runs cells without an effect until both kernels give the same number to the next. */
  async #countAlike(): Promise<void> {
    const next = async (kernel: KernelClient): Promise<number> =>
      (await kernel.execute('0')).reply['execution_count'] as number;
    let [bare, profiled] = await Promise.all([next(this.bare), next(this.profiled)]);
    while (bare < profiled) bare = await next(this.bare);
    while (profiled < bare) profiled = await next(this.profiled);
  }

  /** Ends both kernels, or gives back those that were lent and still answer. */
  async dispose(): Promise<void> {
    const kernels = [this.bare, this.profiled];
    if (this.#isLent && kernels.every(({ answers }) => answers)) returned.push(this);
    else await Promise.all(kernels.map(kernel => kernel.dispose()));
  }

  /** Runs a cell in both kernels and checks that reply and outputs agree; line 1 is the prefix. */
  async run(code: string): Promise<Pair> {
    return this.expectSame(this.submit(code));
  }

  /** Sends a cell to both kernels; the ids of the two requests. */
  submit(code: string): { bare: string; profiled: string } {
    return {
      bare: this.bare.submit(`${BARE_LINE}\n${code}`),
      profiled: this.profiled.submit(`${PROFILED_LINE}\n${code}`)
    };
  }

  /** Waits for a cell in both kernels and compares. */
  async expectSame(ids: { bare: string; profiled: string }): Promise<Pair> {
    const bare = await this.bare.finish(ids.bare);
    const profiled = await this.profiled.finish(ids.profiled);
    expect(profiled.reply).toEqual(bare.reply);
    expect(ownOutputs(profiled.outputs)).toEqual(ownOutputs(bare.outputs));
    expect(bare.outputs.filter(isProfile)).toEqual([]);
    return { bare, profiled };
  }

  /** Runs a cell without a magic in both kernels: the state that the cells before left behind. */
  async expectSameState(code: string, text: string): Promise<void> {
    for (const kernel of [this.bare, this.profiled]) {
      const { reply, id } = await kernel.execute(code);
      expect(reply['status']).toBe('ok');
      expect(kernel.textOf(id)).toBe(text);
    }
  }

  /** Waits until a cell that prints `started` is running in both kernels. */
  async started(ids: { bare: string; profiled: string }): Promise<void> {
    const hears = (kernel: KernelClient, id: string): Promise<void> =>
      kernel.waitUntil(() => kernel.textOf(id) === 'started\n', 'the start of the cell');
    await Promise.all([hears(this.bare, ids.bare), hears(this.profiled, ids.profiled)]);
    await new Promise(resolve => setTimeout(resolve, 150));
  }

  /** Interrupts both kernels. */
  async interrupt(): Promise<void> {
    await Promise.all([
      this.bare.control('interrupt_request'),
      this.profiled.control('interrupt_request')
    ]);
  }
}

/** Checks that exactly one profile was shown, and gives its MIME data. */
export function profileOf(execution: Execution): Record<string, unknown> {
  const profiles = execution.outputs.filter(isProfile);
  expect(profiles).toHaveLength(1);
  return profiles[0].data;
}
