import { createIdleCollection } from './idleMemory';
import { keepCode } from './keepCode';
import type { LoadedCode } from './loadedCode';
import { idlePause, whenIdle } from './whenIdle';

/** How long no cell was answered when code is kept: another cell may be on its way. */
const CODE_MS = 2000;

/** How long no cell was answered when garbage is collected. */
const MEMORY_MS = 10_000;

/** The state of a kernel. */
export interface KernelActivity {
  /** True while a cell runs. */
  isRunning(): boolean;
  /** True while anything is recorded. */
  isRecording(): boolean;
}

/**
 * A function to call after each cell, which has the kernel do what can wait while nobody uses it: keep its compiled
 * code, once, and collect the garbage of its cells.
 */
export function createIdleWork(code: LoadedCode, kernel: KernelActivity): () => void {
  const isBusy = (): boolean => kernel.isRunning() || kernel.isRecording();
  const collection = { isBusy, run: createIdleCollection() };
  const giveMemoryBack = whenIdle(collection, idlePause(MEMORY_MS));
  const { file } = code;
  if (file === null || code.wasCompiled) return giveMemoryBack;
  let isKept = false;
  const run = (): void => {
    isKept = true;
    keepCode(file, code);
  };
  const keep = whenIdle({ isBusy: () => isKept || kernel.isRunning(), run }, idlePause(CODE_MS));
  return () => {
    if (!isKept) keep();
    giveMemoryBack();
  };
}
