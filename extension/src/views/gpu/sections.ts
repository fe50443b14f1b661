import type { GpuReport } from 'kernelscope/analysis';
import {
  GPU_CATEGORIES,
  KERNEL_CATEGORY,
  OPERATOR_CATEGORIES,
  OPERATOR_CATEGORY,
  type Profile
} from 'kernelscope/model';
import type { Selection, SelectionState, SelectionStore } from '../../shared/content/selection';
import {
  gpuLinesTable,
  gpuOperatorsTable,
  kernelsTable,
  type ReportTable,
  transfersTable
} from 'kernelscope/report';
import { ReportGrid } from '../../shared/grid/reportGrid';
import { type DeviceGap, gapsTable, allGaps, categoryOfName, windowOfGap } from './model';
import type { Section } from './sectionTabs';
import type { GpuWords } from './words';

/** The dependencies of {@link GpuSections}. */
export interface GpuSectionsOptions extends GpuWords {
  readonly store: SelectionStore;
}

interface GpuSection extends GpuRows {
  readonly id: string;
  readonly label: string;
  readonly tableOf: (shown: Shown) => ReportTable;
}

/** The rows of a section, and which of them is selected. */
interface GpuRows {
  readonly grid: ReportGrid;
  readonly isSelected: (shown: Shown, row: number, state: SelectionState) => boolean;
}

/** The selection among rows with a name. */
interface NamedRows {
  readonly isSelected: (selection: Selection, name: string) => boolean;
  readonly onPick: (name: string) => void;
}

interface Shown {
  readonly report: GpuReport;
  readonly profile: Profile;
  readonly gaps: readonly DeviceGap[];
}

/**
 * The tables of the GPU view. A row is picked for all views: a name, a line, or the time of a gap;
 * once more lets go of it.
 */
export class GpuSections {
  readonly #options: GpuSectionsOptions;
  readonly #sections: readonly GpuSection[];
  #shown: Shown | null = null;

  constructor(options: GpuSectionsOptions) {
    this.#options = options;
    this.#sections = this.#allSections();
  }

  /** Takes the numbers of `profile`. */
  setReport(report: GpuReport, profile: Profile): void {
    const shown = { report, profile, gaps: allGaps(report) };
    this.#shown = shown;
    for (const { grid, tableOf } of this.#sections) grid.setTable(tableOf(shown));
  }

  /** The tables as tabs, each with how many rows it has. */
  get list(): readonly Section[] {
    const { formats } = this.#options;
    return this.#sections.map(({ id, label, grid }) => {
      return { id, label, count: formats.count(grid.length) };
    });
  }

  /** Draws a table of {@link list} with what is selected in it; null for another id. */
  draw(id: string, state: SelectionState): HTMLElement | null {
    const section = this.#sections.find(each => each.id === id);
    const shown = this.#shown;
    if (!section || !shown) return null;
    section.grid.draw(row => section.isSelected(shown, row, state));
    return section.grid.node;
  }

  #allSections(): readonly GpuSection[] {
    const { trans, formats } = this.#options;
    const form = { top: 0, trans, formats };
    const pickWork = (name: string): void => {
      this.#pickName(name, GPU_CATEGORIES, KERNEL_CATEGORY);
    };
    // Operators first: ranges can bear the names of them, and stand for them where there are none.
    const pickOperator = (name: string): void => {
      this.#pickName(name, OPERATOR_CATEGORIES, OPERATOR_CATEGORY);
    };
    const work = { isSelected: isWorkNamed, onPick: pickWork };
    const operators = { isSelected: isOperatorNamed, onPick: pickOperator };
    return [
      {
        ...{ id: 'kernels', label: trans.__('Kernels') },
        tableOf: ({ report }) => kernelsTable(report, form),
        ...this.#named(({ kernels }) => kernels, work)
      },
      {
        ...{ id: 'transfers', label: trans.__('Copies') },
        tableOf: ({ report }) => transfersTable(report, form),
        ...this.#named(({ transfers }) => transfers, work)
      },
      {
        ...{ id: 'operators', label: trans.__('Operators') },
        tableOf: ({ report }) => gpuOperatorsTable(report, form),
        ...this.#named(report => report.operators, operators)
      },
      {
        ...{ id: 'lines', label: trans.__('Lines') },
        tableOf: ({ report }) => gpuLinesTable(report, form),
        ...this.#lines()
      },
      {
        ...{ id: 'gaps', label: trans.__('Idle gaps') },
        tableOf: ({ report, gaps }) => gapsTable(gaps, report.devices.length > 1, form),
        ...this.#gaps()
      }
    ];
  }

  #named(
    rowsOf: (report: GpuReport) => readonly { readonly name: string }[],
    { isSelected, onPick }: NamedRows
  ): GpuRows {
    return {
      isSelected: ({ report }, row, { selection }) =>
        isSelected(selection, rowsOf(report)[row].name),
      grid: this.#grid(({ report }, row) => onPick(rowsOf(report)[row].name))
    };
  }

  #lines(): GpuRows {
    return {
      isSelected: ({ report: { lines } }, row, { selection }) =>
        selection.type === 'line' &&
        selection.file === lines[row].file &&
        selection.line === lines[row].line,
      grid: this.#grid(({ report: { lines } }, row) => {
        const { file, line } = lines[row];
        this.#select({ type: 'line', file, line });
      })
    };
  }

  #gaps(): GpuRows {
    return {
      isSelected: ({ gaps }, row, { window }) => {
        const { fromNs, toNs } = windowOfGap(gaps[row]);
        return window !== null && window.fromNs === fromNs && window.toNs === toNs;
      },
      grid: this.#grid(({ gaps }, row) => this.#pickGap(gaps[row]))
    };
  }

  #grid(onPick: (shown: Shown, row: number) => void): ReportGrid {
    return new ReportGrid({
      formats: this.#options.formats,
      onPick: row => {
        if (this.#shown) onPick(this.#shown, row);
      }
    });
  }

  #pickName(name: string, categories: readonly string[], usual: string): void {
    const category = this.#shown && categoryOfName(this.#shown.profile, name, categories);
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
