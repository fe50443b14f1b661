import { nullTranslator } from '@jupyterlab/translation';
import { encodeBundle } from 'kernelscope/formats';
import { Widget } from '@lumino/widgets';
import { LAB_ICONS } from '../../../extension/src/shell/application/labIcons';
import { ActionBar } from '../../../extension/src/shell/actionBar';
import {
  DEFAULT_SETTINGS,
  SettingsSource
} from '../../../extension/src/shell/application/settings';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import type { ProfileContent } from '../../../extension/src/shared/content/profileTab';
import { trainingProfile } from '../../support/trainingProfile';

/** What a test asks of the page; see `showBar`. */
export interface BarRequest {
  readonly perfettoUrl: string;
  readonly silenceLimitMs?: number;
  /** How the whole profile can be had: it is on show, comes after a while, or is gone. */
  readonly whole?: 'shown' | 'slow' | 'missing';
}

/** Milliseconds that a slow whole profile takes. */
const SLOW_MS = 1500;

/** Shows a bar for the made-up training; called by tests. */
function showBar({ perfettoUrl, silenceLimitMs, whole = 'shown' }: BarRequest): void {
  const profile = trainingProfile('train mnist');
  const bundle = encodeBundle(profile, { deflate: bytes => bytes });
  const all: ProfileContent = { bundle, profile, isWhole: true, density: null };
  const bar = new ActionBar({
    trans: nullTranslator.load('kernelscope'),
    icons: LAB_ICONS,
    formats: createNumberFormats('en'),
    settings: new SettingsSource({ ...DEFAULT_SETTINGS, perfettoUrl }),
    notebook: 'mnist.ipynb',
    handoff: { silenceLimitMs },
    source: {
      current: { ...all, isWhole: whole === 'shown' },
      canLoadWhole: whole !== 'shown',
      loadWhole: async () => {
        if (whole === 'missing') {
          throw new Error('mnist.kscope/a.kscope is gone. Run the cell again.');
        }
        await new Promise(resolve => setTimeout(resolve, SLOW_MS));
        return all;
      }
    }
  });
  const output = new Widget();
  output.addClass('jp-Kernelscope');
  Widget.attach(output, document.body);
  Widget.attach(bar, output.node);
}

Object.assign(globalThis, { showBar });
