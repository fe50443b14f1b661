import type { FlowCells } from '../../layout/memoryFlow/memoryFlowCells';
import { type Markup, markup } from '../shared/text/markup';
import { fixed } from '../shared/picture/svgParts';

/** Opacities by which cells show how much of them is covered. */
const OPACITIES = ['.25', '.45', '.65', '.85'] as const;

/**
 * The cells as lines as thick as they are high, a path for each colour and opacity; `colorOf` returns
 * the colour of a row of the panel.
 */
export function cellPaths(cells: FlowCells, colorOf: (row: number) => string): Markup {
  const paths = new Map<string, string[]>();
  for (let line = 0; line < cells.lines; line++) addLine(paths, cells, line, colorOf);
  const shapes = [...paths].map(([key, parts]) => {
    const [color, opacity] = key.split(' ');
    return markup`<path stroke="${color}" stroke-opacity="${opacity}" d="${parts.join('')}"/>`;
  });
  return markup`<g stroke-width="${cells.cellPx}" pointer-events="none">${shapes}</g>`;
}

function addLine(
  paths: Map<string, string[]>,
  { cellPx, columns, cover, row }: FlowCells,
  line: number,
  colorOf: (row: number) => string
): void {
  const y = fixed((line + 0.5) * cellPx);
  const keyAt = (column: number): string => {
    const at = line * columns + column;
    if (column === columns || row[at] < 0) return '';
    return `${colorOf(row[at])} ${OPACITIES[Math.min(3, Math.floor(4 * cover[at]))]}`;
  };
  let key = '';
  let from = 0;
  for (let column = 0; column <= columns; column++) {
    const next = keyAt(column);
    if (next === key) continue;
    if (key !== '') pathOf(paths, key).push(`M${from * cellPx} ${y}h${(column - from) * cellPx}`);
    key = next;
    from = column;
  }
}

function pathOf(paths: Map<string, string[]>, key: string): string[] {
  const known = paths.get(key);
  if (known) return known;
  const created: string[] = [];
  paths.set(key, created);
  return created;
}
