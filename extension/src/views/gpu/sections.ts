import type {
  GpuReport,
  KernelUse,
  LineGpuUse,
  OperatorGpuUse,
  TransferUse
} from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import {
  GPU_CATEGORIES,
  KERNEL_CATEGORY,
  OPERATOR_CATEGORIES,
  OPERATOR_CATEGORY
} from 'kernelscope/model';
import type { Selection, SelectionState, SelectionStore } from '../../shared/content/selection';
import type { DeviceGap } from './gapColumns';
import { gapColumns } from './gapColumns';
import { kernelColumns } from './kernelColumns';
import { allGaps, categoryOfName, windowOfGap, workNs } from './model';
import type { Section } from './sectionTabs';
import { SortableTable } from '../../shared/grid/sortableTable';
import type { GpuWords } from './words';
import { lineColumns, operatorColumns, transferColumns } from './workColumns';

/** The dependencies of {@link GpuSections}. */
export interface GpuSectionsOptions extends GpuWords {
  readonly store: SelectionStore;
}

/** By the third column at first: total time. */
const BY_TOTAL = { column: 2, direction: 'descending' } as const;

/**
 * The tables of the GPU view. A row is picked for all views: a name, a line, or the time of a gap;
 * once more lets go of it.
 */
export class GpuSections {
  readonly #options: GpuSectionsOptions;
  readonly #kernels: SortableTable<KernelUse>;
  readonly #transfers: SortableTable<TransferUse>;
  readonly #operators: SortableTable<OperatorGpuUse>;
  readonly #lines: SortableTable<LineGpuUse>;
  readonly #gaps: SortableTable<DeviceGap>;
  #profile: Profile | null = null;

  constructor(options: GpuSectionsOptions) {
    const { trans } = options;
    this.#options = options;
    const pickWork = ({ name }: { readonly name: string }): void => {
      this.#pickName(name, GPU_CATEGORIES, KERNEL_CATEGORY);
    };
    this.#kernels = new SortableTable<KernelUse>({
      label: trans.__('Kernels'),
      sort: BY_TOTAL,
      emptyText: trans.__('No kernel ran.'),
      onPick: pickWork
    });
    this.#transfers = new SortableTable<TransferUse>({
      label: trans.__('Copies and fills'),
      sort: BY_TOTAL,
      emptyText: trans.__('Nothing was copied or filled.'),
      onPick: pickWork
    });
    this.#operators = new SortableTable<OperatorGpuUse>({
      label: trans.__('GPU time by operator'),
      sort: { column: 3, direction: 'descending' },
      emptyText: trans.__('No operator launched any of it.'),
      // Operators first: ranges can bear the names of them, and stand for them where there are none.
      onPick: ({ name }) => this.#pickName(name, OPERATOR_CATEGORIES, OPERATOR_CATEGORY)
    });
    this.#lines = new SortableTable<LineGpuUse>({
      label: trans.__('GPU time by source line'),
      sort: BY_TOTAL,
      emptyText: trans.__('No stacks were recorded. Run the cell with %1.', '%%profile --stack'),
      onPick: ({ file, line }) => this.#select({ type: 'line', file, line })
    });
    this.#gaps = new SortableTable<DeviceGap>({
      label: trans.__('Idle gaps'),
      sort: { column: 1, direction: 'descending' },
      emptyText: trans.__('The GPU was never idle.'),
      onPick: gap => this.#pickGap(gap)
    });
  }

  /** Takes the numbers of `profile`. */
  setReport(report: GpuReport, profile: Profile): void {
    const wholeNs = workNs(report);
    const gaps = allGaps(report);
    this.#profile = profile;
    this.#kernels.setRows(kernelColumns(this.#options), report.kernels);
    this.#transfers.setRows(transferColumns(this.#options), report.transfers);
    this.#operators.setRows(operatorColumns(this.#options, wholeNs), report.operators);
    this.#lines.setRows(lineColumns(this.#options, wholeNs), report.lines);
    this.#gaps.setRows(gapColumns(this.#options, gaps, report.devices.length > 1), gaps);
  }

  /** The tables as tabs, each with how many rows it has. */
  get list(): readonly Section[] {
    const { trans, formats } = this.#options;
    const section = (id: string, label: string, { length }: { readonly length: number }) => {
      return { id, label, count: formats.count(length) };
    };
    return [
      section('kernels', trans.__('Kernels'), this.#kernels),
      section('transfers', trans.__('Copies'), this.#transfers),
      section('operators', trans.__('Operators'), this.#operators),
      section('lines', trans.__('Lines'), this.#lines),
      section('gaps', trans.__('Idle gaps'), this.#gaps)
    ];
  }

  /** Draws a table of {@link list} with what is selected in it; null for another id. */
  draw(id: string, { selection, window }: SelectionState): HTMLElement | null {
    switch (id) {
      case 'kernels':
        this.#kernels.draw(({ name }) => isWorkNamed(selection, name));
        return this.#kernels.node;
      case 'transfers':
        this.#transfers.draw(({ name }) => isWorkNamed(selection, name));
        return this.#transfers.node;
      case 'operators':
        this.#operators.draw(({ name }) => isOperatorNamed(selection, name));
        return this.#operators.node;
      case 'lines':
        this.#lines.draw(
          ({ file, line }) =>
            selection.type === 'line' && selection.file === file && selection.line === line
        );
        return this.#lines.node;
      case 'gaps':
        this.#gaps.draw(gap => {
          const { fromNs, toNs } = windowOfGap(gap);
          return window !== null && window.fromNs === fromNs && window.toNs === toNs;
        });
        return this.#gaps.node;
      default:
        return null;
    }
  }

  #pickName(name: string, categories: readonly string[], usual: string): void {
    const category = this.#profile && categoryOfName(this.#profile, name, categories);
    this.#select({ type: 'label', category: category ?? usual, name });
  }

  #select(selection: Selection): void {
    const { store } = this.#options;
    const before = store.state;
    store.select(selection);
    if (store.state === before) store.select({ type: 'none' });
  }

  #pickGap(gap: DeviceGap): void {
    const { store } = this.#options;
    const before = store.state;
    store.zoom(windowOfGap(gap));
    if (store.state === before) store.zoom(null);
  }
}

function isWorkNamed(selection: Selection, name: string): boolean {
  return isNamed(selection, name) && GPU_CATEGORIES.includes(selection.category);
}

function isOperatorNamed(selection: Selection, name: string): boolean {
  return isNamed(selection, name) && !GPU_CATEGORIES.includes(selection.category);
}

function isNamed(
  selection: Selection,
  name: string
): selection is Extract<Selection, { readonly name: string }> {
  return (selection.type === 'label' || selection.type === 'slice') && selection.name === name;
}
