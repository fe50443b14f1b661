import { nullTranslator } from '@jupyterlab/translation';
import { validateBundle } from 'kernelscope/model';
import { Panel, Widget } from '@lumino/widgets';
import { Signal } from '@lumino/signaling';
import { CellRuns } from '../../../extension/src/shell/notebook/cellRuns';
import { CellProfile } from '../../../extension/src/shell/notebook/cellProfile';
import type {
  NotebookProfiles,
  ProfiledCell
} from '../../../extension/src/shell/notebook/notebookProfiles';
import { LAB_ICONS } from '../../../extension/src/shell/application/labIcons';
import { ProfileView } from '../../../extension/src/shell/profileView';
import { SettingsSource } from '../../../extension/src/shell/application/settings';
import { createFileRequest } from '../../../extension/src/shell/sidecar/fileRequest';
import { VIEWS, type ViewEntry } from '../../../extension/src/shell/viewTable';

/** What tests show on the page. */
interface ShowOptions {
  readonly data: unknown;
  /** Characters above which a profile is drawn only when asked for. */
  readonly limit?: number;
  /** What the cell's output had before, oldest first. */
  readonly earlier?: readonly unknown[];
  /** False as outside a notebook. */
  readonly hasNotebook?: boolean;
  /** Tabs that go wrong, behind those of the product. */
  readonly withBrokenViews?: boolean;
}

/** Data with many rows. */
export interface HugeData {
  readonly data: object;
  /** How often the rows, or one of them, were read. */
  reads(): number;
}

/** What this page offers to the tests. */
export interface ProfilePage {
  /** Shows data in a new view; the one before is gone. */
  show(options: ShowOptions): void;
  /** Shows other data in the same view, as when an output is updated. */
  update(data: unknown): void;
  /** Data whose parts nobody wants to send to the page: made here. */
  hugeRows(data: object, count: number): HugeData;
}

const BASE_URL = 'http://kernelscope.test/';
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const resolver = {
  resolveUrl: async (url: string) => url,
  getDownloadUrl: async (path: string) => `${BASE_URL}files/${path}`
};

class BrokenView extends Widget {
  setContent(): never {
    throw new Error('<img src=x onerror="document.title=1"> has no columns');
  }
}

const brokenViews: readonly ViewEntry[] = [
  {
    key: 'unloadable',
    label: () => 'Unloadable',
    create: async () => Promise.reject(new Error('404 for chunk 7'))
  },
  { key: 'throwing', label: () => 'Throwing', create: async () => new BrokenView() }
];

let view: ProfileView | null = null;

/** A history of one cell that had `stored` in its output, one after the other. */
function historyOf(stored: readonly unknown[]): CellRuns {
  const cell = { executionCount: null } as ProfiledCell['cell'];
  const runs = stored.map(each => ({ cell, profile: new CellProfile(validateBundle(each)) }));
  const changed = new Signal<NotebookProfiles, void>({} as NotebookProfiles);
  return new CellRuns({ changed, cells: () => [cell], list: () => runs });
}

function show(options: ShowOptions): void {
  const { data, limit, earlier, hasNotebook = true, withBrokenViews = false } = options;
  view?.parent?.dispose();
  const frame = new Panel();
  frame.addClass('jp-Kernelscope');
  const fetching = (url: string, init: RequestInit): Promise<Response> => fetch(url, init);
  view = new ProfileView({
    trans: nullTranslator.load(''),
    language: 'en',
    icons: LAB_ICONS,
    settings: new SettingsSource(),
    resolver: hasNotebook ? resolver : null,
    request: createFileRequest({ baseUrl: BASE_URL, token: 'secret', init: {}, fetch: fetching }),
    history: earlier ? historyOf([...earlier, data]) : null,
    views: withBrokenViews ? [...VIEWS, ...brokenViews] : VIEWS
  });
  Widget.attach(frame, document.body);
  frame.addWidget(view);
  void view.setData(data, limit ?? NO_LIMIT);
}

function hugeRows(data: object, count: number): HugeData {
  const row = ['a name', 1, 1, 1, 1, 1, 1, 1, 1, 1];
  let reads = 0;
  const rows = new Proxy(
    Array.from({ length: count }, () => row),
    { get: (target, key, self) => (reads++, Reflect.get(target, key, self) as unknown) }
  );
  const sections = [{ category: 'operator', unit: 'nanoseconds', rows }];
  return { data: { ...data, sections }, reads: () => reads };
}

const page: ProfilePage = {
  show,
  update: data => void view?.setData(data, NO_LIMIT),
  hugeRows
};
Object.assign(globalThis, { profilePage: page });
