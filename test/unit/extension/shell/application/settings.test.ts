import { describe, expect, it, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { Signal } from '@lumino/signaling';
import { followSettings } from '../../../../../extension/src/shell/application/followSettings';
import {
  DEFAULT_SETTINGS,
  readSettings,
  refusedPerfettoUrl
} from '../../../../../extension/src/shell/application/settings';
import { eventually } from '../../../../support/eventually';

interface Schema {
  readonly properties: Readonly<
    Record<string, { readonly title: string; readonly description: string; default: unknown }>
  >;
}

const schemaUrl = new URL('../../../../../extension/schema/plugin.json', import.meta.url);
const schema = JSON.parse(readFileSync(schemaUrl, 'utf8')) as Schema;

describe('readSettings', () => {
  it('takes what a person stored', () => {
    const stored = {
      perfettoUrl: 'http://localhost:10000/ ',
      profileCellOptions: ' --memory \n --shapes',
      inlineLimitKilobytes: 20,
      lineHeat: false
    };
    expect(readSettings(stored)).toEqual({
      perfettoUrl: 'http://localhost:10000/',
      profileCellOptions: '--memory --shapes',
      inlineLimitKilobytes: 20,
      lineHeat: false
    });
  });

  it('counts anything malformed as not set', () => {
    const stored = {
      perfettoUrl: [],
      profileCellOptions: 3,
      inlineLimitKilobytes: -1,
      lineHeat: 0
    };
    expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
    expect(readSettings({})).toEqual(DEFAULT_SETTINGS);
  });

  it('sends no trace to an address that is not safe', () => {
    expect(readSettings({ perfettoUrl: 'javascript:alert(1)' }).perfettoUrl).toBe('');
    expect(readSettings({ perfettoUrl: '' }).perfettoUrl).toBe('');
    expect(readSettings({ perfettoUrl: 'none' }).perfettoUrl).toBe('');
  });

  it('has the defaults that the schema states', () => {
    const defaults = Object.entries(schema.properties).map(([key, value]) => [key, value.default]);
    expect(Object.fromEntries(defaults)).toEqual(DEFAULT_SETTINGS);
    expect(readSettings(DEFAULT_SETTINGS as never)).toEqual(DEFAULT_SETTINGS);
  });
});

describe('refusedPerfettoUrl', () => {
  it('tells a refused address from one that was left empty', () => {
    expect(refusedPerfettoUrl({ perfettoUrl: 'http://ui.perfetto.dev' })).toBe(
      'http://ui.perfetto.dev'
    );
    expect(refusedPerfettoUrl({ perfettoUrl: ' ' })).toBeNull();
    expect(refusedPerfettoUrl({ perfettoUrl: 'None' })).toBeNull();
    expect(refusedPerfettoUrl({ perfettoUrl: 'https://ui.perfetto.dev' })).toBeNull();
    expect(refusedPerfettoUrl({})).toBeNull();
  });
});

describe('followSettings', () => {
  function follow(composite: object) {
    const settings = { composite } as { composite: object; changed: Signal<unknown, void> };
    settings.changed = new Signal(settings);
    const registry = { load: async () => settings } as unknown as ISettingRegistry;
    const problems = { onLoadError: vi.fn(), onRefusedPerfettoUrl: vi.fn() };
    const source = followSettings(registry, 'plugin', problems);
    const set = (changes: object): void => {
      settings.composite = changes;
      settings.changed.emit();
    };
    return { source, set, problems };
  }

  it('has the defaults at first, then what is stored, and says when it changes', async () => {
    const { source, set } = follow({ inlineLimitKilobytes: 5 });
    const seen: number[] = [];
    source.changed.connect((_, { inlineLimitKilobytes }) => seen.push(inlineLimitKilobytes));
    expect(source.current).toEqual(DEFAULT_SETTINGS);
    await eventually(() => expect(source.current.inlineLimitKilobytes).toBe(5));
    set({ inlineLimitKilobytes: 7 });
    expect(seen).toEqual([5, 7]);
  });

  it('tells the person which address of Perfetto it refuses', async () => {
    const { source, set, problems } = follow({ perfettoUrl: 'ftp://perfetto' });
    await eventually(() =>
      expect(problems.onRefusedPerfettoUrl).toHaveBeenCalledExactlyOnceWith('ftp://perfetto')
    );
    expect(source.current.perfettoUrl).toBe('');
    set({ perfettoUrl: 'https://perfetto.example' });
    expect(source.current.perfettoUrl).toBe('https://perfetto.example');
    expect(problems.onRefusedPerfettoUrl).toHaveBeenCalledOnce();
  });

  it('keeps the defaults when the settings cannot be loaded', async () => {
    const registry = { load: async () => Promise.reject(new Error('no')) };
    const onLoadError = vi.fn();
    const problems = { onLoadError, onRefusedPerfettoUrl: vi.fn() };
    const source = followSettings(registry as unknown as ISettingRegistry, 'plugin', problems);
    await eventually(() => expect(onLoadError).toHaveBeenCalledOnce());
    expect(source.current).toEqual(DEFAULT_SETTINGS);
  });
});
