import {
  BLOCK_ARG,
  CLUSTER_ARG,
  GRID_ARG,
  LOCAL_MEMORY_ARG,
  MANGLED_ARG,
  REGISTERS_ARG,
  SHARED_MEMORY_ARG
} from '../../../model/profile/argKeys';
import { KERNEL_CATEGORY } from '../../../model/profile/categories';
import type { StringTable } from '../../../model/build/stringTable';
import type { KernelColumns } from '../../../native/gpuActivities';
import { type BatchTimes, LEFT_OUT, type SliceWriter } from './sliceWriter';
import { AS_RECORDED, TextLabels } from './textLabels';

export class KernelSlices {
  readonly #labels: TextLabels;
  readonly #triples: TripleTexts;
  readonly #keys: {
    readonly [
      key in 'grid' | 'block' | 'cluster' | 'registers' | 'shared' | 'local' | 'mangled'
    ]: number;
  };

  constructor(private readonly writer: SliceWriter) {
    const { context, demangle } = writer.input;
    const { strings } = context;
    this.#labels = new TextLabels(context, KERNEL_CATEGORY, demangle, 'kernel');
    this.#triples = new TripleTexts(strings);
    this.#keys = {
      grid: strings.intern(GRID_ARG),
      block: strings.intern(BLOCK_ARG),
      cluster: strings.intern(CLUSTER_ARG),
      registers: strings.intern(REGISTERS_ARG),
      shared: strings.intern(SHARED_MEMORY_ARG),
      local: strings.intern(LOCAL_MEMORY_ARG),
      mangled: strings.intern(MANGLED_ARG)
    };
  }

  add(kernels: KernelColumns, texts: readonly string[], times: BatchTimes): void {
    for (let row = 0; row < kernels.length; row++) {
      const { label, recorded } = this.#labels.of(texts, kernels.name[row]);
      if (this.writer.addWork(kernels, row, label, times) === LEFT_OUT) continue;
      this.#addLaunch(kernels, row);
      if (recorded !== AS_RECORDED) this.writer.columns.text(this.#keys.mangled, recorded);
    }
  }

  #addLaunch(kernels: KernelColumns, row: number): void {
    const keys = this.#keys;
    const triples = this.#triples;
    const { columns } = this.writer;
    const { gridX, gridY, gridZ, blockX, blockY, blockZ } = kernels;
    columns.text(keys.grid, triples.of(gridX[row], gridY[row], gridZ[row]));
    columns.text(keys.block, triples.of(blockX[row], blockY[row], blockZ[row]));
    columns.number(keys.registers, kernels.registers[row]);
    columns.number(keys.shared, kernels.staticShared[row] + kernels.dynamicShared[row]);
    if (kernels.localPerThread[row] > 0) columns.number(keys.local, kernels.localPerThread[row]);
    const x = kernels.clusterX[row];
    if (x === 0) return;
    columns.text(keys.cluster, triples.of(x, kernels.clusterY[row], kernels.clusterZ[row]));
  }
}

const CACHED_TRIPLES = 1024;

/** Texts of sizes, `[x, y, z]`; those that come often are found without making the text. */
class TripleTexts {
  readonly #x = new Float64Array(CACHED_TRIPLES);
  readonly #y = new Float64Array(CACHED_TRIPLES);
  readonly #z = new Float64Array(CACHED_TRIPLES);
  /** 0 if none is cached. */
  readonly #text = new Uint32Array(CACHED_TRIPLES);

  constructor(private readonly strings: StringTable) {}

  of(x: number, y: number, z: number): number {
    const at = (x + y * 31 + z * 961) & (CACHED_TRIPLES - 1);
    const isCached = this.#x[at] === x && this.#y[at] === y && this.#z[at] === z;
    if (isCached && this.#text[at] !== 0) return this.#text[at];
    this.#x[at] = x;
    this.#y[at] = y;
    this.#z[at] = z;
    this.#text[at] = this.strings.intern(`[${x}, ${y}, ${z}]`);
    return this.#text[at];
  }
}
