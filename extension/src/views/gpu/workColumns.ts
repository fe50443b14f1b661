import type { LineGpuUse, OperatorGpuUse, TransferUse } from 'kernelscope/analysis';
import { placeName } from '../../shared/content/placeName';
import type { TableColumn } from '../../shared/grid/tableColumns';
import type { GpuWords } from './words';

/** The columns of copies and fills. */
export function transferColumns(words: GpuWords): TableColumn<TransferUse>[] {
  const { trans, formats } = words;
  return [
    nameColumn(trans.__('Copy or fill'), trans.__('Source and destination kinds of memory')),
    countColumn(
      words,
      trans.__('Count'),
      trans.__('How often there was one'),
      ({ count }) => count
    ),
    totalColumn(words, trans.__('Time of all of them')),
    {
      label: trans.__('Bytes'),
      explanation: trans.__('Bytes that all of them wrote'),
      kind: 'number',
      widthPx: 84,
      key: ({ bytes }) => bytes,
      cell: ({ bytes }) => ({ text: formats.bytes(bytes) })
    },
    {
      label: trans.__('Rate'),
      explanation: trans.__('Bytes a second while they ran'),
      kind: 'number',
      widthPx: 104,
      key: ({ bytesPerSecond }) => bytesPerSecond,
      cell: ({ bytesPerSecond }) => ({ text: formats.value('bytesPerSecond', bytesPerSecond) })
    },
    {
      label: trans.__('Of the peak'),
      explanation: trans.__('Share of the peak bandwidth of the link or of the device memory'),
      kind: 'bar',
      widthPx: 112,
      key: ({ shareOfPeak }) => shareOfPeak,
      cell: ({ shareOfPeak }) =>
        shareOfPeak === null
          ? { text: '' }
          : { text: formats.percent(shareOfPeak), bar: Math.min(1, shareOfPeak) }
    }
  ];
}

/** The columns of operators; `wholeNs` is the time of all work that GPUs did. */
export function operatorColumns(words: GpuWords, wholeNs: number): TableColumn<OperatorGpuUse>[] {
  const { trans } = words;
  return [
    nameColumn(trans.__('Operator'), trans.__('What the host ran')),
    countColumn(
      words,
      trans.__('Runs'),
      trans.__('How many of its runs launched GPU work'),
      ({ count }) => count
    ),
    worksColumn(words),
    totalColumn(words, trans.__('Time of what it made GPUs do')),
    shareColumn(words, wholeNs)
  ];
}

/** The columns of source lines; `wholeNs` as for {@link operatorColumns}. */
export function lineColumns(words: GpuWords, wholeNs: number): TableColumn<LineGpuUse>[] {
  const { trans } = words;
  return [
    {
      label: trans.__('Line'),
      explanation: trans.__('Line of the source'),
      kind: 'name',
      widthPx: 160,
      key: ({ file, line }) => `${file}:${String(line).padStart(9, '0')}`,
      cell: ({ file, line }) => ({ text: placeName(file, line), title: `${file}:${line}` })
    },
    worksColumn(words),
    totalColumn(words, trans.__('Time of what it made GPUs do')),
    shareColumn(words, wholeNs)
  ];
}

interface Named {
  readonly name: string;
}

interface Timed {
  readonly totalNs: number;
}

interface Working {
  readonly works: number;
}

const nameColumn = (label: string, explanation: string): TableColumn<Named> => ({
  label,
  explanation,
  kind: 'name',
  widthPx: 180,
  key: ({ name }) => name,
  cell: ({ name }) => ({ text: name, title: name })
});

function countColumn<T>(
  { formats }: GpuWords,
  label: string,
  explanation: string,
  valueOf: (row: T) => number
): TableColumn<T> {
  return {
    ...{ label, explanation, kind: 'number', widthPx: 84, key: valueOf },
    cell: row => ({ text: formats.count(valueOf(row)) })
  };
}

const worksColumn = (words: GpuWords): TableColumn<Working> =>
  countColumn(
    words,
    words.trans.__('GPU work'),
    words.trans.__('Kernels, copies and fills that it launched'),
    ({ works }) => works
  );

const totalColumn = ({ trans, formats }: GpuWords, explanation: string): TableColumn<Timed> => ({
  label: trans.__('GPU time'),
  explanation,
  kind: 'number',
  widthPx: 84,
  key: ({ totalNs }) => totalNs,
  cell: ({ totalNs }) => ({ text: formats.duration(totalNs) })
});

function shareColumn({ trans, formats }: GpuWords, wholeNs: number): TableColumn<Timed> {
  const shareOf = ({ totalNs }: Timed): number => (wholeNs > 0 ? totalNs / wholeNs : 0);
  return {
    label: trans.__('Share'),
    explanation: trans.__('Its share of the time of all GPU work'),
    kind: 'bar',
    widthPx: 104,
    key: shareOf,
    cell: row => ({ text: formats.percent(shareOf(row)), bar: Math.min(1, shareOf(row)) })
  };
}
