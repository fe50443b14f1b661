import type { TranslationBundle } from '../shared/content/application';
import type { ProfileBundle } from 'kernelscope/model';
import type { Widget } from '@lumino/widgets';
import { isGpuProfile } from '../shared/content/gpuCounters';
import type { IconTabOptions, ProfileTab } from '../shared/content/profileTab';

/** A view that shows totals before the slices are read, and when they cannot be read. */
export interface TotalsTab extends Widget {
  setBundle(bundle: ProfileBundle): void;
}

/** The view behind a tab. */
export type TabView = ProfileTab | TotalsTab;

/** A tab of a profile; its view is loaded when the tab is first opened. */
export interface ViewEntry {
  /** Name by which findings refer to it. */
  readonly key: string;
  readonly label: (trans: TranslationBundle) => string;
  readonly create: (options: IconTabOptions) => Promise<TabView>;
  /** Whether a profile has what it shows; every one does unless stated. */
  readonly isFor?: (bundle: ProfileBundle) => boolean;
}

/** The tabs of a profile in their order; the first is open until something else is. */
export const VIEWS: readonly ViewEntry[] = [
  {
    key: 'table',
    label: trans => trans.__('Table'),
    create: async options => new (await import('../views/table/panel')).TablePanel(options)
  },
  {
    key: 'timeline',
    label: trans => trans.__('Timeline'),
    create: async options => new (await import('../views/timeline/view')).TimelineView(options)
  },
  {
    key: 'flame',
    label: trans => trans.__('Flame'),
    create: async options => new (await import('../views/flame/view')).FlameView(options)
  },
  {
    key: 'memory',
    label: trans => trans.__('Memory'),
    create: async options => new (await import('../views/memory/view')).MemoryView(options)
  },
  {
    key: 'source',
    label: trans => trans.__('Source'),
    create: async options => new (await import('../views/source/view')).SourceView(options)
  },
  {
    key: 'gpu',
    label: trans => trans.__('GPU'),
    create: async options => new (await import('../views/gpu/view')).GpuView(options),
    isFor: isGpuProfile
  },
  {
    key: 'compare',
    label: trans => trans.__('Compare'),
    create: async options => new (await import('../views/compare/view')).CompareView(options),
    isFor: bundle => bundle.comparison !== null
  }
];
