import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type CudaModule, type FinishedProfile, cuda, profile } from '../../src/index';
import { type Checklist, NotRunnable, must } from './checklist';
import { median } from './costs';
import { excess, kernelDurations } from './durations';
import { BLOCK, GRID, SIZE, SOURCE } from './kernels';
import { GPU_ALONE } from './recordedWork';

const RUNS = 50;
const PATIENCE_MS = 180_000;

interface PeerResult {
  readonly torch: string;
  readonly device: string;
  readonly launchNs: number;
  readonly profiledLaunchNs: number;
  readonly durationsNs: readonly number[] | null;
}

/** The same work under PyTorch's profiler, on the same GPU, by `python`. */
export async function comparePeer(
  list: Checklist,
  module: CudaModule,
  { python, addedNs }: { readonly python: string; readonly addedNs: number }
): Promise<void> {
  let peer: PeerResult | null = null;
  await list.run("PyTorch's profiler does the same work", () => {
    peer = runPeer(python);
    return `PyTorch ${peer.torch} on ${peer.device}`;
  });
  const known = peer as PeerResult | null;
  if (known !== null) noteCosts(list, known, addedNs);
  await list.run("kernels last as long as PyTorch's profiler says", () => {
    if (known === null) throw new NotRunnable('PyTorch did not run');
    return compareDurations(module, known.durationsNs);
  });
}

function noteCosts(list: Checklist, peer: PeerResult, addedNs: number): void {
  const peerAdds = peer.profiledLaunchNs - peer.launchNs;
  list.figure({ name: 'peer.torch.launch.added', value: peerAdds / 1000, unit: 'µs' });
  list.figure({ name: 'peer.torch.ratio', value: addedNs / peerAdds, unit: '', target: 1 });
}

async function compareDurations(
  module: CudaModule,
  durationsNs: readonly number[] | null
): Promise<string> {
  if (durationsNs === null || durationsNs.length === 0) {
    throw new NotRunnable('this PyTorch compiles no kernels');
  }
  await profile.run(() => addMany(module), GPU_ALONE);
  const own = median(kernelDurations(profile.last as FinishedProfile, 'add'));
  const theirs = median(durationsNs);
  const over = excess(own, theirs);
  must(over <= 0, `the medians ${own} and ${theirs} ns differ by ${over} ns more than they may`);
  return `medians of ${own} and ${theirs} ns`;
}

function addMany(module: CudaModule): void {
  const ones = new Float32Array(SIZE).fill(1);
  cuda.buffer(ones, a =>
    cuda.buffer(ones, b =>
      cuda.alloc(4 * SIZE, sum => {
        const add = module.fn('add');
        for (let run = 0; run < RUNS; run++) cuda.launch(add, GRID, BLOCK, [a, b, sum, SIZE]);
        cuda.synchronizeNow();
      })
    )
  );
}

function runPeer(python: string): PeerResult {
  const script = path.join(__dirname, 'torchPeer.py');
  const input = JSON.stringify({ source: SOURCE, kernel: 'add', size: SIZE, block: BLOCK });
  const child = spawnSync(python, [script], { input, encoding: 'utf8', timeout: PATIENCE_MS });
  const last = child.stderr?.trimEnd().split('\n').at(-1) ?? String(child.error);
  if (child.status !== 0) throw new NotRunnable(`${python} did not run it: ${last}`);
  return JSON.parse(child.stdout) as PeerResult;
}
