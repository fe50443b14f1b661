import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { KernelClient } from '../../bridge/kernelClient';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { kernelCpuMs, runCell } from '../kernelCpu';

const ROUNDS = 11;
const WARMUP = 3;
const NS_IN_MS = 1e6;

/** What a person types: each adds a letter, or begins anew. */
const TYPED = ['tf.', 'tf.t', 'tf.te', 'tf.tensor([1]).', 'const y = tf.con'];

const PACKAGES = path.join(__dirname, '..', '..', 'node_modules');

/** CPU time of one completion, milliseconds. */
async function completionMs(kernel: KernelClient): Promise<number> {
  const before = await kernelCpuMs(kernel);
  for (const code of TYPED) {
    const reply = await kernel.request('complete_request', { code, cursor_pos: code.length });
    const { length } = reply['matches'] as readonly string[];
    if (length === 0) throw new Error(`nothing for ${code}`);
  }
  return ((await kernelCpuMs(kernel)) - before) / TYPED.length;
}

/** CPU time of the kernel for a completion, in a notebook that has imported TensorFlow.js. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const kernel = await KernelClient.start();
  const times: number[] = [];
  try {
    symlinkSync(PACKAGES, path.join(kernel.process.folder, 'node_modules'));
    await runCell(kernel, "import * as tf from '@tensorflow/tfjs';");
    const round = async (): Promise<number> => times.push(await completionMs(kernel));
    const cases = { floor: floorCase(), round: { times: 1, run: round } };
    const { floor } = await interleave(cases, { rounds: ROUNDS, warmup: WARMUP });
    const rawNs = median(times.slice(WARMUP)) * NS_IN_MS;
    return [millisecondFigure('kernel.completion', rawNs, median(floor))];
  } finally {
    await kernel.dispose();
  }
}
