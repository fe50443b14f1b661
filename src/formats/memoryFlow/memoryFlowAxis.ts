import { byteTicks } from '../../layout/byteTicks';
import type { MemoryFlowPanel } from '../../layout/memoryFlow/memoryFlow';
import type { AddressStretch } from '../../layout/memoryFlow/memoryFlowStretches';
import { type Markup, markup } from '../shared/text/markup';
import { fixed } from '../shared/picture/svgParts';

/** Beyond it a size says nothing: addresses are written as pointers, and sizes from there on. */
const POINTERS = 2 ** 40;

/** Pixels between marks, at least. */
const TICK_PX = 44;
const TEXT_PX = 15;

/** A mark on the axis: bytes from its bottom. */
interface Mark {
  readonly offset: number;
  readonly text: string;
}

/** Marks of the addresses or, where pieces are packed, of bytes, with lines through the panel. */
export function addressAxis(panel: MemoryFlowPanel, widthPx: number, heightPx: number): Markup {
  const perByte = panel.height > 0 ? heightPx / panel.height : 0;
  const marks =
    panel.addressing === 'real' ? stretchMarks(panel, perByte) : packedMarks(panel, heightPx);
  const shapes = apart(marks, perByte).map(({ offset, text }) => {
    const y = heightPx - offset * perByte;
    return markup`<path class="g" d="M0 ${fixed(y)}H${widthPx}"/><text class="q" x="-8" y="${fixed(y + 4)}" text-anchor="end">${text}</text>`;
  });
  return markup`<g>${shapes}${panel.stretches.slice(1).map((stretch, at) => {
    const bottom = heightPx - endOf(panel.stretches[at]) * perByte;
    const top = heightPx - stretch.offset * perByte;
    return markup`<rect class="u" x="0" y="${fixed(top)}" width="${widthPx}" height="${fixed(bottom - top)}"><title>Addresses that were not used are left out here.</title></rect>`;
  })}</g>`;
}

function packedMarks({ height }: MemoryFlowPanel, heightPx: number): Mark[] {
  return byteTicks(0, height, Math.max(2, heightPx / TICK_PX)).map(({ bytes, text }) => ({
    offset: bytes,
    text
  }));
}

function stretchMarks({ stretches }: MemoryFlowPanel, perByte: number): Mark[] {
  return stretches.flatMap(stretch => {
    const size = stretch.to - stretch.from;
    const ticks = Math.max(1, (size * perByte) / TICK_PX);
    return stretch.to > POINTERS ? pointerMarks(stretch, ticks) : offsetMarks(stretch, ticks);
  });
}

function pointerMarks({ from, to, offset }: AddressStretch, ticks: number): Mark[] {
  const relative = byteTicks(0, to - from, ticks).slice(1);
  return [
    { offset, text: `0x${from.toString(16)}` },
    ...relative.map(({ bytes, text }) => ({ offset: offset + bytes, text: `+${text}` }))
  ];
}

/** Round addresses, as sizes from the beginning of the heap. */
function offsetMarks({ from, to, offset }: AddressStretch, ticks: number): Mark[] {
  return byteTicks(from, to, ticks).map(({ bytes, text }) => ({
    offset: offset + bytes - from,
    text
  }));
}

/** The marks whose texts do not touch those below them. */
function apart(marks: readonly Mark[], perByte: number): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) {
    const last = kept.at(-1);
    if (!last || (mark.offset - last.offset) * perByte >= TEXT_PX) kept.push(mark);
  }
  return kept;
}

function endOf({ from, to, offset }: AddressStretch): number {
  return offset + to - from;
}
