import { gpuReport } from '../../src/analysis';
import { type CudaModule, type FinishedProfile, profile } from '../../src/index';
import { CORRELATION_ARG } from '../../src/model/profile/argKeys';
import {
  CUDA_CALL_CATEGORIES,
  GPU_COPY_CATEGORY,
  KERNEL_CATEGORY
} from '../../src/model/profile/categories';
import type { Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import { type Checklist, must } from './checklist';
import { doAllWork, KERNELS_BY_RANGE } from './work';

/** What is recorded in all checks: what GPUs do, and nothing that adds noise to it. */
export const GPU_ALONE = {
  activities: ['CPU', 'GPU'],
  cpuIntervalUs: null,
  memoryPeriodMs: null
} as const;

/** Records all work and checks what the profile says of it. */
export async function checkRecordedWork(list: Checklist, module: CudaModule): Promise<void> {
  let data: Profile | null = null;
  await list.run('the work gives right results while it is recorded', async () => {
    const { value } = await profile.run(() => doAllWork(module), GPU_ALONE);
    data = (profile.last as FinishedProfile).data;
    return value.join('; ');
  });
  const rows = data === null ? null : new WorkRows(data);
  const inRows = (name: string, check: (known: WorkRows) => string) =>
    list.run(name, () => {
      must(rows !== null, 'nothing was recorded');
      return check(rows);
    });
  await inRows('the profile is valid, and says that GPUs were recorded', known => known.isWhole());
  await inRows('every kernel has its call', known => known.everyKernelHasItsCall());
  await inRows('every kernel belongs to the range that launched it', known =>
    known.rangesHaveTheirKernels()
  );
  await inRows('nothing begins on the GPU before its call', known => known.noneIsEarly());
  await inRows('copies know their bytes and how fast they were', known => known.copiesAreKnown());
  await inRows('the report of GPUs has devices, kernels and latencies', known => known.hasReport());
}

/** The rows of a profile that are of interest here. */
class WorkRows {
  readonly #names: readonly string[];
  readonly #categories: readonly string[];

  constructor(private readonly profile: Profile) {
    const { labels, strings } = profile;
    this.#names = Array.from(labels.name, name => strings[name]);
    this.#categories = Array.from(labels.category, category => strings[category]);
  }

  isWhole(): string {
    validateProfile(this.profile);
    const report = this.profile.sources.find(({ source }) => source === 'cuda');
    must(report !== undefined, 'the source cuda reports nothing');
    must(report.status === 'ok', `the source cuda is ${report.status}: ${report.message}`);
    const { gpus } = this.profile.meta;
    must(gpus.length > 0, 'the profile names no GPU');
    return `${report.records} records of ${gpus.map(({ name }) => name).join(', ')}`;
  }

  everyKernelHasItsCall(): string {
    const kernels = this.#rowsOf(KERNEL_CATEGORY);
    const called = new Set(this.#arrows().map(({ to }) => to));
    const stray = kernels.filter(row => !called.has(row));
    must(kernels.length > 0, 'no kernel was recorded');
    must(stray.length === 0, `${stray.length} of ${kernels.length} kernels have no call`);
    return `${kernels.length} kernels, ${called.size} arrows`;
  }

  rangesHaveTheirKernels(): string {
    const launched = new Map<string, number>();
    for (const { from, to } of this.#arrows()) {
      if (this.#categoryOf(to) !== KERNEL_CATEGORY) continue;
      const name = this.#rangeAround(from);
      launched.set(name, (launched.get(name) ?? 0) + 1);
    }
    for (const [name, expected] of Object.entries(KERNELS_BY_RANGE)) {
      const found = launched.get(name) ?? 0;
      must(found === expected, `${name} has ${found} kernels, not ${expected}`);
    }
    return [...launched].map(([name, count]) => `${name} ${count}`).join(', ');
  }

  noneIsEarly(): string {
    const { slices } = this.profile;
    const latencies = this.#arrows().map(({ from, to }) => slices.start[to] - slices.start[from]);
    const least = latencies.reduce((a, b) => Math.min(a, b), Infinity);
    must(least >= 0, `something began ${-least} ns before its call`);
    return `the least latency of ${latencies.length} is ${Math.round(least)} ns`;
  }

  copiesAreKnown(): string {
    const copies = this.#rowsOf(GPU_COPY_CATEGORY);
    const texts = new Set(copies.map(row => this.#nameOf(row)));
    must(
      [...texts].some(name => name.includes('Pinned')) &&
        [...texts].some(name => name.includes('Pageable')),
      `the copies are ${[...texts].join(', ') || 'none'}: pinned and pageable ones are wanted`
    );
    return [...texts].join(', ');
  }

  hasReport(): string {
    const report = gpuReport(this.profile);
    must(report !== null, 'there is no report');
    const [device] = report.devices;
    must(report.kernels.length > 0 && device.busyNs > 0, 'the report is empty');
    const latency = report.launches?.p50Ns ?? NaN;
    must(latency >= 0, 'the report has no launch latency');
    return `busy ${(device.busyNs / 1e6).toFixed(3)} ms, median latency ${latency.toFixed(0)} ns`;
  }

  #arrows(): readonly { readonly from: number; readonly to: number }[] {
    const { flows, args, strings } = this.profile;
    must(
      args.key.some(key => strings[key] === CORRELATION_ARG),
      'nothing has a correlation'
    );
    return Array.from(flows.from, (from, row) => ({ from, to: flows.to[row] }));
  }

  #rangeAround(call: number): string {
    const { slices } = this.profile;
    const start = slices.start[call];
    let name = '';
    for (let row = 0; row < call; row++) {
      const isAround =
        slices.start[row] <= start && start <= slices.start[row] + slices.duration[row];
      const isCall = CUDA_CALL_CATEGORIES.includes(this.#categoryOf(row));
      if (isAround && !isCall && this.#nameOf(row) in KERNELS_BY_RANGE) name = this.#nameOf(row);
    }
    return name;
  }

  #rowsOf(category: string): number[] {
    const { slices } = this.profile;
    return Array.from(slices.label.keys()).filter(row => this.#categoryOf(row) === category);
  }

  #nameOf(row: number): string {
    return this.#names[this.profile.slices.label[row]];
  }

  #categoryOf(row: number): string {
    return this.#categories[this.profile.slices.label[row]];
  }
}
