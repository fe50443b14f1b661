// @vitest-environment jsdom
import '../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LAB_ICONS } from '../../../../extension/src/shell/application/labIcons';
import { ActionBar } from '../../../../extension/src/shell/actionBar';
import type { ExportFormats } from '../../../../extension/src/shell/export/exportContext';
import * as EXPORT_FORMATS from '../../../../extension/src/shell/export/exportFormats';
import { PerfettoConsent } from '../../../../extension/src/shell/export/perfettoConsent';
import {
  DEFAULT_SETTINGS,
  SettingsSource
} from '../../../../extension/src/shell/application/settings';
import { createNumberFormats } from '../../../../extension/src/shared/content/format';
import type {
  ContentSource,
  ProfileContent
} from '../../../../extension/src/shared/content/profileTab';
import {
  encodeCpuprofile,
  encodeFolded,
  encodeKinetoTrace,
  encodePerfetto,
  encodeSpeedscope,
  profileCsv,
  profileDocument
} from '../../../../src/formats';
import { emptySampleParts } from '../../../../src/model';
import { allocationProfile } from '../../../support/allocationProfile';
import { comparisonOf, REPEATED } from '../../../support/comparedProfiles';
import { eventually } from '../../../support/eventually';
import { sampledProfile } from '../../../support/sampledProfile';
import { trainingProfile } from '../../../support/trainingProfile';
import { exampleBundle, exampleSummary } from '../exampleBundle';

const profile = trainingProfile();

function content(changes: Partial<ProfileContent> = {}): ProfileContent {
  const bundle = exampleBundle({ summary: exampleSummary({ slices: 160 }) });
  return { bundle, profile, isWhole: true, density: null, ...changes };
}

const wholeSource = (): ContentSource => ({
  current: content(),
  canLoadWhole: false,
  loadWhole: () => Promise.resolve(content())
});

const partialSource = (loadWhole: ContentSource['loadWhole']): ContentSource => ({
  current: content({ isWhole: false }),
  canLoadWhole: true,
  loadWhole
});

/** The bytes of a blob; jsdom's have no `arrayBuffer()`. */
const bytesOf = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(new Error('the blob cannot be read'));
    reader.readAsArrayBuffer(blob);
  });

const textOf = async (blob: Blob): Promise<string> => new TextDecoder().decode(await bytesOf(blob));

describe('ActionBar', () => {
  let bar: ActionBar;
  let settings: SettingsSource;
  let names: string[];
  let blobs: Blob[];

  beforeEach(() => {
    names = [];
    blobs = [];
    settings = new SettingsSource();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement
    ) {
      names.push(this.download);
    });
    URL.createObjectURL = blob => `blob:${blobs.push(blob as Blob)}`;
  });

  afterEach(() => {
    bar.dispose();
    vi.restoreAllMocks();
    window.localStorage.clear();
  });

  function show(source = wholeSource(), loadFormats?: () => Promise<ExportFormats>): void {
    const trans = nullTranslator.load('kernelscope');
    const formats = createNumberFormats('en');
    const consent = new PerfettoConsent(null);
    bar = new ActionBar({
      trans,
      icons: LAB_ICONS,
      formats,
      settings,
      source,
      consent,
      loadFormats
    });
    Widget.attach(bar, document.body);
  }

  const button = (label: string): HTMLButtonElement =>
    [...bar.node.querySelectorAll('button')].find(
      node => (node.getAttribute('aria-label') ?? node.textContent) === label
    )!;
  const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const item = (label: string) =>
    items().find(({ firstElementChild }) => firstElementChild!.textContent.startsWith(label))!;
  const said = () => bar.node.querySelector('.jp-Kernelscope-message')!.textContent;
  const asked = () => bar.node.querySelector('.jp-Kernelscope-questionText')?.textContent;
  const press = (key: string) =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

  const opened = (): Promise<void> => eventually(() => expect(items()).not.toEqual([]));

  async function openMenu(): Promise<void> {
    button('Download').click();
    await opened();
  }

  async function pick(label: string): Promise<void> {
    await openMenu();
    item(label).click();
  }

  it.each([
    ['Perfetto trace', 'train.perfetto-trace', encodePerfetto(profile)],
    ['Chrome trace', 'train.json', encodeKinetoTrace(profile)],
    ['speedscope', 'train.speedscope.json', encodeSpeedscope(profile)],
    ['V8 CPU profile', 'train.cpuprofile', encodeCpuprofile(profile)],
    ['Folded stacks', 'train.folded', encodeFolded(profile)],
    ['Table', 'train.csv', profileCsv(profile)],
    ['Report', 'train.html', profileDocument(profile)]
  ])('saves a %s with the bytes that the command line writes', async (label, name, file) => {
    show();
    await pick(label);
    await eventually(() => expect(names).toEqual([name]));
    const expected = typeof file === 'string' ? new TextEncoder().encode(file) : file;
    expect(Array.from(await bytesOf(blobs[0]))).toEqual(Array.from(expected));
    expect(said()).toBe(`Saved as ${name}.`);
  });

  it('saves a report with the comparison that is on show', async () => {
    const comparison = comparisonOf(...REPEATED);
    const current = content({ bundle: { ...content().bundle, comparison } });
    show({ ...wholeSource(), current });
    await pick('Report');
    await eventually(() => expect(names).toEqual(['train.html']));
    expect(await textOf(blobs[0])).toBe(profileDocument(profile, { comparison }));
  });

  it('offers the memory flow where there are allocations alone', async () => {
    show();
    await openMenu();
    expect(item('Memory flow')).toBeUndefined();
    bar.dispose();
    const held = allocationProfile([{ scope: 'a:', from: 0, to: 50, bytes: 64 }]);
    show({ ...wholeSource(), current: content({ profile: held }) });
    await pick('Memory flow (SVG)');
    await eventually(() => expect(names).toHaveLength(1));
    expect(names[0]).toMatch(/\.svg$/);
  });

  it('says before the click what would be empty without CPU samples', async () => {
    const unsampled = { ...profile, samples: emptySampleParts().samples };
    show({ ...wholeSource(), current: content({ profile: unsampled }) });
    await openMenu();
    for (const label of ['V8 CPU profile', 'pprof']) {
      expect(item(label).textContent).toContain('Would be empty: this profile has no CPU samples');
    }
    expect(item('Folded stacks').textContent).toContain('Slices as lines');
  });

  it('says before the click how many samples a .cpuprofile leaves out', async () => {
    const sampled = sampledProfile({ samples: 60, names: ['train'] });
    show({ ...wholeSource(), current: content({ profile: sampled }) });
    await openMenu();
    expect(item('V8 CPU profile').textContent).toContain(
      'VS Code; leaves out 30 CPU samples of other threads'
    );
  });

  it('says before the click what a Chrome trace leaves out', async () => {
    show();
    await openMenu();
    expect(item('Chrome trace').textContent).toContain(
      'leaves out 50 CPU samples, 4 flows of async lanes'
    );
  });

  it('loads the whole profile first when the output has a part of it', async () => {
    const whole = trainingProfile('whole');
    show(partialSource(async () => content({ profile: whole })));
    await pick('Report');
    expect(said()).toBe('Loading the whole profile…');
    await eventually(() => expect(said()).toBe('Saved as train.html.'));
    expect(await textOf(blobs[0])).toBe(profileDocument(whole));
  });

  it('saves the table from the exact totals of the output, loading nothing', async () => {
    const loadWhole = vi.fn(() => Promise.reject(new Error('not needed')));
    show(partialSource(loadWhole));
    await pick('Table');
    await eventually(() => expect(said()).toBe('Saved as train.csv.'));
    expect(await textOf(blobs[0])).toContain('operator,conv2d,nanoseconds,50,80000000,');
    expect(loadWhole).not.toHaveBeenCalled();
  });

  it('states in the report of a part that it is one', async () => {
    show({ ...partialSource(() => Promise.reject(new Error('no'))), canLoadWhole: false });
    await pick('Report');
    await eventually(() => expect(blobs).toHaveLength(1));
    const report = await textOf(blobs[0]);
    expect(report).toContain('cut off');
    expect(report).toContain('conv2d');
    expect(said()).toBe('Saved as train.html. It holds the 16 longest of 160 slices.');
  });

  it('says why the whole profile is not to be had, and saves the part when told to', async () => {
    show(partialSource(() => Promise.reject(new Error('a.kscope is gone.'))));
    await pick('Perfetto trace');
    await eventually(() =>
      expect(asked()).toBe(
        'a.kscope is gone. The output itself holds the 16 longest of 160 slices.'
      )
    );
    expect(names).toEqual([]);
    button('Download that').click();
    await eventually(() =>
      expect(said()).toBe('Saved as train.perfetto-trace. It holds the 16 longest of 160 slices.')
    );
    expect(asked()).toBeUndefined();
  });

  it('is quiet when the person cancelled the load', async () => {
    show(partialSource(() => Promise.reject(new DOMException('cancelled', 'AbortError'))));
    await pick('Perfetto trace');
    await eventually(() => expect(said()).toBe(''));
    expect([asked(), names]).toEqual([undefined, []]);
  });

  it('passes on why there is no profile yet, and opens no tab for it', async () => {
    const open = vi.spyOn(window, 'open');
    show({
      get current(): ProfileContent {
        throw new Error('The profile is still being read.');
      },
      canLoadWhole: false,
      loadWhole: () => Promise.reject(new Error('no'))
    });
    await pick('Chrome trace');
    await eventually(() => expect(asked()).toBe('The profile is still being read.'));
    expect(bar.node.querySelectorAll('.jp-Kernelscope-questionChoices button')).toHaveLength(0);
    button('Dismiss').click();
    expect(asked()).toBeUndefined();
    button('Open in Perfetto').click();
    await eventually(() => expect(asked()).toBe('The profile is still being read.'));
    expect(open).not.toHaveBeenCalled();
  });

  it('opens its menu with the arrow keys and walks it by arrows, ends and first letters', async () => {
    show();
    const opener = button('Download');
    const focused = () => items().indexOf(document.activeElement as HTMLElement);
    opener.focus();
    press('ArrowDown');
    await opened();
    expect([focused(), opener.getAttribute('aria-expanded')]).toEqual([0, 'true']);
    const walk = ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'End', 'Home', 'k', 'T', 'x'];
    const walked = walk.map(key => {
      press(key);
      return focused();
    });
    expect(walked).toEqual([1, 0, 8, 0, 8, 0, 6, 7, 7]);
    press('Escape');
    expect([items().length, document.activeElement]).toEqual([0, opener]);
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    press('ArrowUp');
    await opened();
    expect(focused()).toBe(8);
    press('Tab');
    expect([items().length, document.activeElement]).toEqual([0, opener]);
  });

  it('saves with Enter and with Space, and gives the focus back', async () => {
    show();
    for (const [at, key] of ['Enter', ' '].entries()) {
      button('Download').focus();
      press('ArrowDown');
      await opened();
      press(key);
      expect(document.activeElement).toBe(button('Download'));
      await eventually(() => expect(names).toHaveLength(at + 1));
    }
  });

  it('closes its menu at a press elsewhere, at the second press of the button, and with itself', async () => {
    show();
    await openMenu();
    document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    expect(items()).toEqual([]);
    await openMenu();
    button('Download').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    button('Download').click();
    expect(items()).toEqual([]);
    await openMenu();
    bar.dispose();
    expect(items()).toEqual([]);
  });

  describe('while the formats of files are loaded', () => {
    let succeed: (formats: ExportFormats) => void;
    let fail: (error: Error) => void;
    const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

    beforeEach(() => {
      const loading = new Promise<ExportFormats>((resolve, reject) => {
        [succeed, fail] = [resolve, reject];
      });
      show(wholeSource(), () => loading);
    });

    it('opens one menu for two presses', async () => {
      button('Download').click();
      button('Download').click();
      expect(items()).toEqual([]);
      succeed(EXPORT_FORMATS);
      await opened();
      await settle();
      expect(document.querySelectorAll('[role=menu]').length).toBe(1);
    });

    it('opens no menu once the bar is gone', async () => {
      button('Download').click();
      bar.dispose();
      succeed(EXPORT_FORMATS);
      await settle();
      expect(document.querySelector('[role=menu]')).toBeNull();
    });

    it('says why they cannot be loaded, and opens no menu', async () => {
      button('Download').click();
      fail(new Error('chunk 7 is gone'));
      await eventually(() => expect(asked()).toBe('The file could not be made: chunk 7 is gone'));
      expect(document.querySelector('[role=menu]')).toBeNull();
      expect(button('Download').getAttribute('aria-expanded')).toBe('false');
    });
  });

  it('offers Perfetto only where the settings name one', () => {
    settings.set({ ...DEFAULT_SETTINGS, perfettoUrl: '' });
    show();
    expect(button('Open in Perfetto').hidden).toBe(true);
    settings.set(DEFAULT_SETTINGS);
    expect(button('Open in Perfetto').hidden).toBe(false);
  });

  it('names the site before it opens it for the first time, in the click that agrees', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    show();
    button('Open in Perfetto').focus();
    button('Open in Perfetto').click();
    expect(asked()).toBe(
      'Opens https://ui.perfetto.dev in a new tab. ' +
        'The trace is handed over inside your browser; nothing is uploaded.'
    );
    expect([open.mock.calls.length, document.activeElement]).toEqual([0, button('Open')]);
    button('Open').click();
    expect(open).toHaveBeenCalledExactlyOnceWith('https://ui.perfetto.dev/', '_blank');
    button('Try again').click();
    button('Open in Perfetto').click();
    expect(open).toHaveBeenCalledTimes(3);
  });

  it('takes the focus for a question from its own buttons only', async () => {
    show(partialSource(() => Promise.reject(new Error('gone'))));
    const field = document.body.appendChild(document.createElement('input'));
    await pick('Chrome trace');
    field.focus();
    await eventually(() => expect(asked()).toContain('gone'));
    expect(document.activeElement).toBe(field);
    field.remove();
  });
});
