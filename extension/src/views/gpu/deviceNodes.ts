import type { DeviceUse, StreamUse } from 'kernelscope/analysis';
import type { GpuInfo } from 'kernelscope/model';
import { element } from 'kernelscope/web';
import { type GpuWords, IDLE_CAUSES, causeWords } from './words';

/** Streams that are listed of one device at most, the busiest. */
const MAX_STREAMS = 12;

/** The curves and gaps of a device beside its numbers. */
export interface DeviceContext extends GpuWords {
  /** Length of the recorded window, nanoseconds. */
  readonly wallNs: number;
}

/** Devices that are shown in full; of more, one line each that opens. */
const MAX_OPEN_DEVICES = 2;

/** The devices: what they are, how busy they were, their streams, and why they were idle. */
export function deviceNodes(uses: readonly DeviceUse[], context: DeviceContext): HTMLElement[] {
  const isOpen = uses.length <= MAX_OPEN_DEVICES;
  return uses.map(use => (isOpen ? deviceNode(use, context) : closedDeviceNode(use, context)));
}

function deviceNode(use: DeviceUse, context: DeviceContext): HTMLElement {
  const title = titleOf(use.device, use.info, context);
  const attributes = { role: 'group', 'aria-label': title };
  return element('div', { part: 'gpuDevice', attributes }, [
    headNode(title, featuresOf(use.info, context)),
    ...detailNodes(use, context, title)
  ]);
}

function closedDeviceNode(use: DeviceUse, context: DeviceContext): HTMLElement {
  const { trans, formats, wallNs } = context;
  const title = titleOf(use.device, use.info, context);
  const share = formats.percent(wallNs > 0 ? use.busyNs / wallNs : 0);
  const busy = trans.__('busy %1, kernels %2', share, formats.duration(use.kernelNs));
  return element('details', { part: 'gpuDevice' }, [
    element('summary', {}, [...headNode(title, busy).childNodes]),
    ...detailNodes(use, context, title)
  ]);
}

function detailNodes(use: DeviceUse, context: DeviceContext, title: string): HTMLElement[] {
  return [
    figureList(deviceFigures(use, context), title),
    element('div', { part: 'gpuBars' }, [streamTable(use, context), idleTable(use, context)])
  ];
}

/** A device in which nothing ran. */
export function idleDeviceNode(info: GpuInfo, words: GpuWords): HTMLElement {
  return headNode(titleOf(info.device, info, words), featuresOf(info, words));
}

/** Figures as a list of terms; a figure without a value is left out. */
export function figureList(
  figures: readonly (readonly [label: string, value: string | null, explanation: string])[],
  label: string
): HTMLElement {
  const pairs = figures.flatMap(([name, value, explanation]) => {
    if (value === null) return [];
    const terms = [
      element('dt', { part: 'figureLabel', text: name }),
      element('dd', { part: 'figureValue', text: value })
    ];
    return [element('div', { part: 'figure', attributes: { title: explanation } }, terms)];
  });
  return element('dl', { part: 'summary', attributes: { 'aria-label': label } }, pairs);
}

function titleOf(device: number, info: GpuInfo | null, { trans }: GpuWords): string {
  const name = info?.name ?? '';
  return name === '' ? trans.__('GPU %1', device) : trans.__('GPU %1 · %2', device, name);
}

/** A title, and beside it what it is about. */
export function headNode(title: string, text: string): HTMLElement {
  return element('p', { part: 'gpuDeviceHead' }, [
    element('strong', { part: 'gpuDeviceName', text: title, attributes: { dir: 'auto' } }),
    element('span', { text })
  ]);
}

function featuresOf(info: GpuInfo | null, { trans, formats }: GpuWords): string {
  if (info === null) return '';
  const { computeCapability, multiprocessors, memoryBytes } = info;
  const count = formats.count(multiprocessors);
  return [
    computeCapability === '' ? '' : trans.__('compute capability %1', computeCapability),
    multiprocessors > 0
      ? trans._n('%2 multiprocessor', '%2 multiprocessors', multiprocessors, count)
      : '',
    memoryBytes > 0 ? trans.__('%1 of memory', formats.bytes(memoryBytes)) : ''
  ]
    .filter(text => text !== '')
    .join(' · ');
}

function deviceFigures(use: DeviceUse, { trans, formats, wallNs }: DeviceContext) {
  const { busyNs, kernelNs, copyNs, overlappedNs, occupancy } = use;
  const share = wallNs > 0 ? formats.percent(busyNs / wallNs) : null;
  return [
    [trans.__('Busy'), share, trans.__('Share of the run in which anything ran on the GPU')],
    [trans.__('Kernels'), formats.duration(kernelNs), trans.__('Time in which a kernel ran')],
    [
      trans.__('Copies'),
      formats.duration(copyNs),
      trans.__('Time spent copying or filling memory')
    ],
    [
      trans.__('Both at once'),
      formats.duration(overlappedNs),
      trans.__('Time in which copies and kernels ran at once')
    ],
    [
      trans.__('Idle'),
      formats.duration(Math.max(0, wallNs - busyNs)),
      trans.__('Time in which nothing ran on the GPU')
    ],
    [
      trans.__('Occupancy'),
      occupancy === null ? null : formats.percent(occupancy),
      trans.__('Mean theoretical occupancy of its kernels by their time; computed, not measured')
    ]
  ] as const;
}

function streamTable(use: DeviceUse, context: DeviceContext): HTMLElement {
  const { trans, formats } = context;
  const streams = [...use.streams].sort((a, b) => b.busyNs - a.busyNs);
  const rows = streams.slice(0, MAX_STREAMS).map(stream => streamRow(stream, context));
  const hidden = streams.length - rows.length;
  const more = trans._n('%2 more stream', '%2 more streams', hidden, formats.count(hidden));
  const heads = [trans.__('Stream'), trans.__('Busy'), trans.__('Time'), trans.__('GPU work')];
  return barTable(trans.__('Streams'), heads, rows, hidden > 0 ? more : null);
}

function streamRow({ name, utilisation, busyNs, works }: StreamUse, { formats }: DeviceContext) {
  const texts = [formats.percent(utilisation), formats.duration(busyNs), formats.count(works)];
  return { name, title: name, share: utilisation, texts };
}

function idleTable({ idleNs }: DeviceUse, { trans, formats }: DeviceContext): HTMLElement {
  const allNs = IDLE_CAUSES.reduce((sum, cause) => sum + idleNs[cause], 0);
  const rows = IDLE_CAUSES.filter(cause => idleNs[cause] > 0).map(cause => {
    const { label, explanation } = causeWords(cause, trans);
    const share = idleNs[cause] / allNs;
    const texts = [formats.percent(share), formats.duration(idleNs[cause])];
    return { name: label, title: explanation, share, texts };
  });
  const heads = [trans.__('Cause'), trans.__('Share'), trans.__('Time')];
  const none = rows.length === 0 ? trans.__('The GPU was never idle.') : null;
  return barTable(trans.__('Idle time'), heads, rows, none);
}

/** A row of a small table: its first number has a bar. */
interface BarRow {
  readonly name: string;
  readonly title: string;
  /** 0 … 1. */
  readonly share: number;
  readonly texts: readonly string[];
}

function barTable(
  caption: string,
  heads: readonly string[],
  rows: readonly BarRow[],
  note: string | null
): HTMLElement {
  const headings = heads.map(text => element('th', { text, attributes: { scope: 'col' } }));
  const table = element('table', { part: 'gpuBarTable' }, [
    element('caption', { text: caption }),
    element('thead', {}, [element('tr', {}, headings)]),
    element('tbody', {}, rows.map(barRow))
  ]);
  const notes = note === null ? [] : [element('p', { part: 'chartNote', text: note })];
  return element('div', {}, [table, ...notes]);
}

function barRow({ name, title, share, texts }: BarRow): HTMLElement {
  const cells = texts.map(text => element('td', { text }));
  cells[0].style.setProperty('--jp-kernelscope-share', String(Math.max(0, Math.min(1, share))));
  const attributes = { scope: 'row', dir: 'auto', title };
  return element('tr', {}, [element('th', { text: name, attributes }), ...cells]);
}
