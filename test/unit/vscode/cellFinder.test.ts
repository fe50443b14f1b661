import type { NotebookCell, NotebookEditor } from 'vscode';
import { describe, expect, it } from 'vitest';
import { findLine } from '../../../vscode/src/host/cellFinder';
import type { CellLine } from '../../../vscode/src/messages/messages';

const TEXT = 'const a = 1;\nwork(a);\nrest();';

type Drawing = readonly [text: string, executionOrder?: number, kind?: number];

function notebookOf(...cells: readonly Drawing[]): Pick<NotebookEditor, 'notebook'> {
  const all = cells.map(([text, executionOrder, kind = 2], index) => ({
    ...{ index, kind },
    document: { getText: () => text, lineCount: text.split('\n').length },
    executionSummary: executionOrder === undefined ? undefined : { executionOrder }
  }));
  const getCells = () => all as unknown as NotebookCell[];
  return { notebook: { getCells } } as unknown as Pick<NotebookEditor, 'notebook'>;
}

/** The index of the cell and the zero-based line; null if there is none. */
function found(
  notebook: Pick<NotebookEditor, 'notebook'>,
  changes: Partial<CellLine> = {}
): readonly [number, number] | null {
  const asked = { executionCount: 5, line: 2, text: TEXT, isClipped: false, ...changes };
  const place = findLine(notebook, asked);
  return place && [place.cell.index, place.line];
}

describe('findLine', () => {
  it.each<[string, readonly Drawing[], Partial<CellLine>, readonly [number, number] | null]>([
    [
      'the same text',
      [
        ['other()', 5],
        [TEXT, 7]
      ],
      {},
      [1, 1]
    ],
    [
      'the same text, best with the same count',
      [
        [TEXT, 4],
        [TEXT, 5]
      ],
      {},
      [1, 1]
    ],
    ['the text with other line breaks', [[TEXT.replaceAll('\n', '\r\n'), 5]], {}, [0, 1]],
    ['the count, if little was edited', [[`// new\n${TEXT}`, 5]], {}, [0, 2]],
    ['no cell that was rewritten', [['other()', 5]], {}, null],
    ['no cell of text', [[TEXT, undefined, 1]], {}, null],
    ['the beginning of a long text', [[`${TEXT}\nmore();`, 5]], { isClipped: true }, [0, 1]],
    ['the first line for one that is gone', [['const a = 1;\nrest();', 5]], {}, [0, 0]],
    [
      'the count alone without a text',
      [
        ['a()\nb()', 4],
        ['c()\nd()', 5]
      ],
      { text: null },
      [1, 1]
    ],
    [
      'none of two with the count alone',
      [
        ['a()', 5],
        ['b()', 5]
      ],
      { text: null },
      null
    ],
    ['the last line for one that is beyond it', [[TEXT, 5]], { line: 10_000_000 }, [0, 2]],
    ['nothing in an empty notebook', [], {}, null]
  ])('finds %s', (_, cells, changes, place) => {
    expect(found(notebookOf(...cells), changes)).toEqual(place);
  });
});
