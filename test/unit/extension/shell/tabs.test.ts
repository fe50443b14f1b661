// @vitest-environment jsdom
import '../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNumberFormats } from '../../../../extension/src/shared/content/format';
import type { ProfileContent } from '../../../../extension/src/shared/content/profileTab';
import { SelectionStore } from '../../../../extension/src/shared/content/selection';
import type { ContentState } from '../../../../extension/src/shell/sidecar/profileSource';
import { LAB_ICONS } from '../../../../extension/src/shell/application/labIcons';
import { ProfileTabs } from '../../../../extension/src/shell/tabs';
import type { ViewEntry } from '../../../../extension/src/shell/viewTable';
import { drawProfile } from '../../../support/drawProfile';
import { exampleBundle, exampleSummary } from '../exampleBundle';

const profile = drawProfile('main |[step  ]');
const content = (name: string): ProfileContent => ({
  bundle: exampleBundle(),
  profile: { ...profile, meta: { ...profile.meta, name } },
  isWhole: true,
  density: null
});
const ready = (name: string): ContentState => ({ type: 'ready', content: content(name) });

/** A view that shows the name of its profile and counts what it was given. */
class NameView extends Widget {
  contents = 0;

  setContent({ profile: { meta } }: ProfileContent): void {
    this.contents++;
    if (meta.name === 'bad') throw new Error('no columns');
    this.node.textContent = meta.name;
  }
}

let tabs: ProfileTabs | undefined;

afterEach(() => tabs?.dispose());

function open(...labels: readonly string[]) {
  const views = new Map<string, NameView[]>();
  const entries = labels.map((label): ViewEntry => ({
    key: label,
    label: () => label,
    create: async () => {
      const view = new NameView();
      views.set(label, [...(views.get(label) ?? []), view]);
      return view;
    }
  }));
  const store = new SelectionStore();
  return { ...attach(entries, store), views, store };
}

function attach(entries: readonly ViewEntry[], store = new SelectionStore()) {
  const trans = nullTranslator.load('');
  const shown = new ProfileTabs(entries, {
    ...{ trans, icons: LAB_ICONS, store },
    formats: createNumberFormats('en')
  });
  tabs = shown;
  Widget.attach(shown, document.body);
  MessageLoop.flush();
  const tab = (label: string): HTMLElement =>
    [...shown.node.querySelectorAll<HTMLElement>('[role=tab]')].find(
      ({ textContent }) => textContent === label
    )!;
  const press = (label: string): void => {
    tab(label).click();
    MessageLoop.flush();
  };
  const panel = (): HTMLElement =>
    shown.node.querySelector<HTMLElement>('[role=tabpanel]:not(.lm-mod-hidden)')!;
  return { tabs: shown, tab, press, panel };
}

const settled = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 0));

describe('ProfileTabs', () => {
  it('is a tab list whose tabs and panels name each other', async () => {
    const { tabs: widget, tab, panel } = open('Table', 'Timeline');
    await widget.setContent(ready('first'));
    expect(widget.node.querySelector('[role=tablist]')).not.toBeNull();
    expect(tab('Table').getAttribute('aria-selected')).toBe('true');
    expect(tab('Timeline').getAttribute('aria-selected')).toBe('false');
    expect(tab('Table').getAttribute('aria-controls')).toBe(panel().id);
    expect(panel().getAttribute('aria-labelledby')).toBe(tab('Table').id);
  });

  it('makes a view when its tab is first opened, and once', async () => {
    const { tabs: widget, press, panel, views } = open('Table', 'Timeline');
    await widget.setContent(ready('first'));
    expect([...views.keys()]).toEqual(['Table']);
    press('Timeline');
    await settled();
    expect(panel().textContent).toBe('first');
    press('Table');
    press('Timeline');
    await settled();
    expect(views.get('Timeline')).toHaveLength(1);
    expect(views.get('Timeline')![0].contents).toBe(1);
  });

  it('gives content to a closed view when it is opened again', async () => {
    const { tabs: widget, press, panel, views } = open('Table', 'Timeline');
    await widget.setContent(ready('first'));
    press('Timeline');
    await settled();
    await widget.setContent(ready('second'));
    expect(views.get('Table')![0].contents).toBe(1);
    press('Table');
    expect(panel().textContent).toBe('second');
  });

  it('opens the tab in focus with Enter, after Home and End', async () => {
    const { tabs: widget, tab, panel } = open('Table', 'Timeline', 'Memory');
    await widget.setContent(ready('first'));
    const key = (name: string): boolean =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true })
      );
    tab('Table').focus();
    key('End');
    expect(document.activeElement).toBe(tab('Memory'));
    key('Home');
    key('ArrowRight');
    expect(document.activeElement).toBe(tab('Timeline'));
    key('Enter');
    MessageLoop.flush();
    await settled();
    expect(panel().getAttribute('aria-labelledby')).toBe(tab('Timeline').id);
  });

  it('keeps what is on show until other content is read', async () => {
    const { tabs: widget, panel } = open('Timeline');
    await widget.setContent({ type: 'reading', bundle: exampleBundle() });
    expect(panel().textContent).toBe('Reading the profile…');
    await widget.setContent(ready('first'));
    await widget.setContent({ type: 'reading', bundle: exampleBundle() });
    expect(panel().textContent).toBe('first');
    await widget.setContent(ready('second'));
    expect(panel().textContent).toBe('second');
  });

  it('says that slices are damaged, and recovers', async () => {
    const { tabs: widget, panel } = open('Timeline');
    const error = new Error('The packed columns lack escapes.');
    await widget.setContent({ type: 'damaged', bundle: exampleBundle(), error });
    expect(panel().textContent).toContain('The slices in this output are damaged.');
    expect(panel().textContent).toContain('lack escapes');
    await widget.setContent(ready('whole'));
    expect(panel().textContent).toBe('whole');
  });

  it('leaves the other tabs as they are when a view throws, and tries again', async () => {
    const { tabs: widget, press, panel, views } = open('Table', 'Timeline');
    await widget.setContent(ready('first'));
    press('Timeline');
    await widget.setContent(ready('bad'));
    await settled();
    expect(panel().textContent).toContain('This view could not be shown.');
    expect(panel().textContent).toContain('no columns');
    await widget.setContent(ready('good'));
    await settled();
    expect(panel().textContent).toBe('good');
    expect(views.get('Timeline')).toHaveLength(2);
    press('Table');
    expect(panel().textContent).toBe('good');
  });

  it('tries again to load a view whose code did not come', async () => {
    const create = vi.fn<ViewEntry['create']>();
    create.mockRejectedValueOnce(new Error('404')).mockResolvedValue(new NameView());
    const { tabs: widget, panel } = attach([{ key: 'timeline', label: () => 'Timeline', create }]);
    await widget.setContent(ready('first'));
    expect(panel().textContent).toContain('This view could not be shown.');
    panel().querySelector('button')!.click();
    await settled();
    expect(panel().textContent).toBe('first');
  });

  it('names the time window beside the tabs, and lets go of it', async () => {
    const { tabs: widget, store } = open('Table');
    const chip = (): HTMLButtonElement | null =>
      widget.node.querySelector('.lm-Widget:not(.lm-mod-hidden) > .jp-Kernelscope-chip');
    expect(chip()).toBeNull();
    store.zoom({ fromNs: 12.3e6, toNs: 45.6e6 });
    expect(chip()!.textContent).toBe('12.3 ms – 45.6 ms×');
    store.zoom({ fromNs: 1.2e9, toNs: 1.2e9 + 5000 });
    expect(chip()!.textContent).toBe('5 µs at 1.2 s×');
    chip()!.click();
    expect(store.state.window).toBeNull();
    expect(chip()).toBeNull();
  });

  it('offers a tab to the profiles that it is for, in its place', async () => {
    const make = (label: string): ViewEntry => ({
      key: label,
      label: () => label,
      create: async () => new NameView(),
      ...(label === 'GPU' && { isFor: bundle => bundle.summary.gpuBusyNs !== null })
    });
    const { tabs: widget, tab, press, panel } = attach(['Table', 'GPU', 'Source'].map(make));
    const labels = () =>
      [...widget.node.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);
    const readyWith = (gpuBusyNs: number | null): ContentState => {
      const bundle = exampleBundle({ summary: exampleSummary({ gpuBusyNs }) });
      return { type: 'ready', content: { ...content('shown'), bundle } };
    };
    expect(labels()).toEqual(['Table', 'Source']);
    await widget.setContent(readyWith(5));
    MessageLoop.flush();
    expect(labels()).toEqual(['Table', 'GPU', 'Source']);
    press('GPU');
    await settled();
    expect(panel().textContent).toBe('shown');
    await widget.setContent(readyWith(null));
    MessageLoop.flush();
    expect(labels()).toEqual(['Table', 'Source']);
    expect(tab('Table').getAttribute('aria-selected')).toBe('true');
    expect(panel().getAttribute('aria-labelledby')).toBe(tab('Table').id);
  });
});
