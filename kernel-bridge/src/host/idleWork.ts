import type { LoadedCode } from './loadedCode';
import { getHeapStatistics } from 'node:v8';
import {
  intrinsics,
  obtainCollector,
  withoutBaseline,
  writeFileAtomically
} from 'kernelscope/host';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { isCodeFile } from './codeFolder';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long no cell was answered when code is kept: another cell may be on its way. */
const CODE_MS = 2000;

/** How long no cell was answered when garbage is collected. */
const MEMORY_MS = 10_000;

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

/** The growth of the heap that is worth a collection, bytes. */
const WORTHWHILE = 32e6;

/** The largest heap that is collected, bytes: with more, code in the background would stand still for too long. */
const LARGEST = 400e6;

/**
 * A function that collects the garbage of cells, most of which is the compiler's: V8 alone lets the heap double
 * first. It does so where the heap has grown enough since the last time, and is not too large for it.
 */
function createIdleCollection(): () => void {
  let usedAfterwards = 0;
  return () => {
    const { used_heap_size: used } = getHeapStatistics();
    if (used - usedAfterwards < WORTHWHILE || used > LARGEST) return;
    obtainCollector()?.();
    usedAfterwards = getHeapStatistics().used_heap_size;
  };
}

/** So many builds and releases of Node find their code. */
const KEPT = 4;

/**
 * Writes what V8 has compiled of the kernel, for the next kernel to start with. Where the file cannot be written,
 * that one starts as this one did.
 */
function keepCode(file: string, code: LoadedCode): void {
  try {
    writeFileAtomically(
      file,
      withoutBaseline(() => code.compiled())
    );
    removeOldest(path.dirname(file));
  } catch {
    return;
  }
}

/** Leaves only the newest files of code in a folder. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter(isCodeFile)
    .map(name => path.join(folder, name))
    .map(file => ({ file, writtenMs: statSync(file).mtimeMs }))
    .sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { file } of files.slice(KEPT)) rmSync(file, { force: true });
}

/** A wait of so many milliseconds that does not keep the process running. */
function idlePause(ms: number): () => Promise<void> {
  return () => sleep(ms, undefined, { ref: false });
}

/** Work that can wait until nobody uses the kernel. */
interface IdleTask {
  /** True while it would disturb. */
  isBusy(): boolean;
  run(): void;
}

/**
 * A function to call after each cell. When no other cell has followed during a whole `pause`, which takes one
 * to two of them, the task runs, unless it would disturb: then it waits for the next cell.
 */
export function whenIdle(task: IdleTask, pause: () => Promise<void>): () => void {
  let answered = 0;
  let isWaiting = false;
  const wait = async (): Promise<void> => {
    isWaiting = true;
    for (let seen = -1; seen !== answered;) {
      seen = answered;
      await pause();
    }
    isWaiting = false;
    if (!task.isBusy()) intrinsics.own(() => task.run());
  };
  return () => {
    answered += 1;
    if (!isWaiting) void wait();
  };
}
