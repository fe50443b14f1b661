import type { TranslationBundle } from '../../shared/content/application';
import type { LineCostKind } from 'kernelscope/analysis';
import { element } from 'kernelscope/web';
import type { NumberFormats } from '../../shared/content/format';
import { costWords } from './costWords';
import type { SourceFile } from './model';

/** The choice of file with the heat of each, or its mere name when there is one alone. */
export function filePicker(
  files: readonly SourceFile[],
  chosen: string,
  { formats, trans }: { readonly formats: NumberFormats; readonly trans: TranslationBundle }
): HTMLElement {
  if (files.length < 2) return element('span', { part: 'sourceFile', text: chosen });
  const options = files.map(({ file, selfShare, totalShare }) => {
    const self = formats.percent(selfShare);
    const text =
      totalShare === null
        ? trans.__('%1 — self %2', file, self)
        : trans.__('%1 — self %2, total %3', file, self, formats.percent(totalShare));
    const option = element('option', { text });
    option.value = file;
    return option;
  });
  return choice('file', trans.__('File '), options, chosen);
}

/** The choice of what costs are on show; nothing where there is but one kind. */
export function kindPicker(
  kinds: readonly LineCostKind[],
  chosen: LineCostKind,
  trans: TranslationBundle
): HTMLElement[] {
  if (kinds.length < 2) return [];
  const options = kinds.map(kind => {
    const option = element('option', { text: costWords(kind, true, trans).name });
    option.value = kind;
    return option;
  });
  return [choice('kind', trans.__('Cost '), options, chosen)];
}

function choice(
  name: string,
  label: string,
  options: readonly HTMLElement[],
  chosen: string
): HTMLElement {
  const select = element(
    'select',
    { part: 'picker', attributes: { 'data-choice': name } },
    options
  );
  select.value = chosen;
  return element('label', { part: 'pickerLabel', text: label }, [select]);
}
