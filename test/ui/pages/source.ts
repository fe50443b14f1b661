import { EditorLanguageRegistry, jupyterHighlightStyle } from '@jupyterlab/codemirror';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import type { Profile } from '../../../src/model/profile/profile';
import { SourceView } from '../../../extension/src/views/source/view';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../extension/src/shared/content/selection';
import { drawProfile } from '../../support/drawProfile';
import { gpuTraining } from '../../support/gpuTraining';
import { flameProfile } from '../../support/flameProfile';
import { earlierCellProfile, sourceProfile, trainingProfile } from '../../support/sourceProfile';
import { wholeContent } from '../../unit/extension/exampleBundle';
import { mounted } from './mounted';

/** What a test can do on this page. */
export interface SourcePage {
  readonly store: SelectionStore;
  /** Shows one of the profiles that are made up here. */
  show(name: keyof typeof profiles): void;
  /** Adds JupyterLab's colours of code, which its editors bring to a real page. */
  mountCodeColors(): void;
}

declare global {
  interface Window {
    sourcePage: SourcePage;
  }
}

const cell = (source: string) => ({ file: 'Cell [1]', executionCount: 1, source });

const profiles = {
  training: trainingProfile,
  earlierCell: earlierCellProfile,
  kinds: flameProfile,
  gpu: (): Profile => gpuTraining(),
  ticks: (): Profile =>
    sourceProfile({
      cell: cell('const a = 1;\nwork(a);\nrest();'),
      durationNs: 12e6,
      sampleCount: 12,
      lines: [
        { file: 'Cell [1]', line: 2, ticks: 9 },
        { file: 'Cell [1]', line: 3, ticks: 2 }
      ],
      sources: [
        { source: 'cpuSampler', status: 'ok', message: '', records: 12 },
        {
          source: 'callSites',
          status: 'unavailable',
          message: 'There is no sampler for this Node.',
          records: 0
        }
      ]
    }),
  huge: (): Profile =>
    sourceProfile({
      cell: cell(Array.from({ length: 6000 }, (_, line) => `f(${line});`).join('\n')),
      durationNs: 1e9,
      sampleCount: 1000,
      lines: Array.from({ length: 6000 }, (_, row) => ({
        file: 'Cell [1]',
        line: row + 1,
        selfNs: row,
        totalNs: row
      }))
    }),
  longLine: (): Profile =>
    sourceProfile({
      cell: cell(`one();\nconst long = [${'1, '.repeat(300)}];\nthree();`),
      durationNs: 888.88e6,
      sampleCount: 1000,
      lines: [{ file: 'Cell [1]', line: 2, selfNs: 5e8, totalNs: 5e8 }]
    }),
  wide: (): Profile =>
    sourceProfile({
      cell: cell('one();\ntwo();\nthree();'),
      durationNs: 888.88e6,
      sampleCount: 1000,
      lines: [888.88e6, 1.55e6, 88.8e3].map((ns, row) => ({
        file: 'Cell [1]',
        line: row + 1,
        selfNs: ns,
        totalNs: ns
      }))
    }),
  unsampled: (): Profile => drawProfile('main |[cell      ]', { meta: { cell: cell('run();') } })
};

const languages = new EditorLanguageRegistry();
for (const language of EditorLanguageRegistry.getDefaultLanguages()) {
  if (language.name === 'TypeScript') languages.addLanguage(language);
}
mounted(output => {
  const store = new SelectionStore();
  const trans = nullTranslator.load('kernelscope');
  const formats = createNumberFormats('en');
  const view = new SourceView({ trans, formats, store, highlighter: languages });
  const show = (name: keyof typeof profiles): void =>
    view.setContent(wholeContent(profiles[name]()));
  show('training');
  Widget.attach(view, output);
  window.sourcePage = { store, show, mountCodeColors };
  return view;
});

function mountCodeColors(): void {
  const colors = document.createElement('style');
  colors.textContent = jupyterHighlightStyle.module?.getRules() ?? '';
  document.head.append(colors);
}
