import { InstantScope } from '../../model/profile/profile';
import { KINETO_SPAN, type ChromeEvent, ABSENT } from './chromeEvent';
import { TripleRows } from '../../model/build/tripleRows';
import { FlowBinding, FlowEnd } from '../shared/imported/importedFlows';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { smallObject, textOf, finiteOf } from './boundedJson';
import { ChromeArgs } from './chromeArgs';
import { ChromeCounters } from './chromeCounters';
import type { ChromeSamples } from './chromeSamples';
import { ChromePlaces } from './chromePlaces';
import { IMPORT_LIMITS, NONE } from '../shared/imported/importLimits';
import { clipText } from '../shared/text/clipText';

const SCOPES: Readonly<Record<string, number>> = {
  g: InstantScope.global,
  p: InstantScope.process,
  t: InstantScope.thread
};

/**
 * The meaning of phases besides `X` and `M`. `S`, `T`, `p` and `F` are old asynchronous events; MXNet
 * writes frames as `(` and `)`.
 */
const KINDS: ReadonlyMap<
  string,
  'begin' | 'end' | 'asyncBegin' | 'asyncEnd' | 'asyncInstant' | 'instant' | 'counter' | 'flow'
> = new Map([
  ['B', 'begin'],
  ['E', 'end'],
  ['b', 'asyncBegin'],
  ['S', 'asyncBegin'],
  ['(', 'asyncBegin'],
  ['e', 'asyncEnd'],
  ['F', 'asyncEnd'],
  [')', 'asyncEnd'],
  ['n', 'asyncInstant'],
  ['T', 'asyncInstant'],
  ['p', 'asyncInstant'],
  ['i', 'instant'],
  ['I', 'instant'],
  ['R', 'instant'],
  ['C', 'counter'],
  ['s', 'flow'],
  ['t', 'flow'],
  ['f', 'flow']
]);

/** The end of an arrow that a phase marks. */
const FLOW_ENDS: ReadonlyMap<string, number> = new Map([
  ['s', FlowEnd.start],
  ['t', FlowEnd.step],
  ['f', FlowEnd.branch]
]);

/** Does with each event what its phase says. */
export class ChromePhases {
  readonly places: ChromePlaces;
  readonly #args: ChromeArgs;
  readonly #counters: ChromeCounters;
  readonly #flowKeys = new TripleRows();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly trace: ImportedTrace,
    private readonly samples: ChromeSamples
  ) {
    this.places = new ChromePlaces(trace);
    this.#args = new ChromeArgs(bytes, trace);
    this.#counters = new ChromeCounters(bytes, trace);
  }

  // hot
  take(event: ChromeEvent): void {
    const phase = String.fromCharCode(event.phase);
    if (phase === 'M') {
      readMetadata(this.bytes, event, this.places, this.trace);
      return;
    }
    if (Number.isNaN(event.time)) {
      this.trace.notes.add(event.phase === 0 ? 'unphased' : 'untimed');
      return;
    }
    if ('PIi'.includes(phase) && this.samples.take(event, () => this.places.thread(event))) return;
    this.trace.see(event.time);
    if (phase === 'X') this.#complete(event);
    else this.#takeOther(phase, event);
  }

  #takeOther(phase: string, event: ChromeEvent): void {
    const { places } = this;
    switch (KINDS.get(phase)) {
      case 'begin':
        return this.#begin(event, places.thread(event));
      case 'end':
        return this.#finish(event, places.thread(event));
      case 'asyncBegin':
        return this.#begin(event, places.lane(event));
      case 'asyncEnd':
        return this.#finish(event, places.lane(event));
      case 'asyncInstant':
        return this.#instant(event, places.lane(event), InstantScope.thread);
      case 'instant':
        return this.#mark(event);
      case 'counter':
        return this.#counters.read(event, places.process(event.pid));
      case 'flow':
        return this.#flow(phase, event);
      case undefined:
        this.trace.notes.add(event.phase === 0 ? 'unphased' : 'unread');
    }
  }

  #complete(event: ChromeEvent): void {
    const { slices, notes, facts } = this.trace;
    if (!event.hasDuration || Number.isNaN(event.duration)) notes.add('lengthless');
    const end = event.end();
    this.trace.see(Math.max(end, event.time));
    if (facts.isOriginKnown && this.#isOwnSpan(event)) return;
    const row = this.places.thread(event);
    const slice = slices.add(event.time, end, this.#labelOf(event), row);
    this.#withArgs(event, slice);
    this.#bindFlow(event, row, slice);
  }

  /**
   * True for slices written about the whole recording for readers of Kineto's traces, which are not
   * part of it.
   */
  #isOwnSpan({ name, category }: ChromeEvent): boolean {
    const { texts } = this.trace;
    return texts.at(category) === 'Trace' && texts.at(name) === `${KINETO_SPAN} (0)`;
  }

  #begin(event: ChromeEvent, row: number): void {
    const slice = this.trace.slices.begin(event.time, this.#labelOf(event), row);
    this.#withArgs(event, slice);
    this.#bindFlow(event, row, slice);
  }

  #finish(event: ChromeEvent, row: number): void {
    const { slices } = this.trace;
    const bare = event.argsTo > event.argsFrom + 2 ? slices.bare(row) : NONE;
    this.#withArgs(event, bare);
    const isNameless = event.name === 0 && event.category === 0;
    slices.finish(event.time, row, isNameless ? NONE : this.#labelOf(event), bare);
  }

  #withArgs(event: ChromeEvent, slice: number): void {
    if (slice !== NONE && event.argsTo > event.argsFrom) this.#args.read(slice, event.argsFrom);
  }

  #mark(event: ChromeEvent): void {
    const { texts, facts } = this.trace;
    const name = texts.at(event.name);
    const process = (): number => this.places.process(event.pid);
    if (name === '[memory]' && this.#counters.readMemory(event, process())) return;
    const isOwnMark = name === 'Record Window End' || name === `Iteration Start: ${KINETO_SPAN}`;
    if (facts.isOriginKnown && isOwnMark && event.category === 0) return;
    const scope = SCOPES[String.fromCharCode(event.instantScope)] ?? InstantScope.thread;
    this.#instant(event, this.places.thread(event), this.#ownScope(event) ?? scope);
  }

  /** Tasks and markers, which only our own traces know. */
  #ownScope({ argsFrom, argsTo }: ChromeEvent): number | null {
    if (!this.trace.facts.isOriginKnown || argsTo === argsFrom) return null;
    const scope = textOf(smallObject(this.bytes, argsFrom, argsTo) ?? {}, 'scope');
    if (scope === 'task') return InstantScope.task;
    return scope === 'marker' ? InstantScope.marker : null;
  }

  #instant(event: ChromeEvent, row: number, scope: number): void {
    const isSaid = scope === InstantScope.task || scope === InstantScope.marker;
    if (event.argsTo > event.argsFrom + 2 && !isSaid) this.trace.notes.add('instantArgs');
    this.trace.instants.add(event.time, this.#labelOf(event), row, scope);
    this.#bindFlow(event, row, NONE);
  }

  /** Arrows of version 2, which begin, go on or end at the event itself; `slice` if it is one. */
  #bindFlow(
    { bindId, hasFlowIn, hasFlowOut, time }: ChromeEvent,
    row: number,
    slice: number
  ): void {
    if (bindId === ABSENT || !(hasFlowIn || hasFlowOut)) return;
    const { flows, labels, texts } = this.trace;
    const onward = hasFlowIn ? FlowEnd.step : FlowEnd.start;
    flows.add({
      key: this.#flowKeys.row(NONE, bindId, NONE),
      end: hasFlowOut ? onward : FlowEnd.branch,
      binding: slice === NONE ? FlowBinding.around : FlowBinding.known,
      ...{ time, row, slice },
      label: labels.of(texts.of('flow'), texts.of('flow'))
    });
  }

  #flow(phase: string, event: ChromeEvent): void {
    const label = this.#labelOf(event);
    const isNext = phase === 'f' && !event.bindsAround;
    this.trace.flows.add({
      key: this.#flowKeys.row(label, event.id, event.isLocal ? event.pid : NONE),
      end: FLOW_ENDS.get(phase) ?? FlowEnd.step,
      binding: isNext ? FlowBinding.next : FlowBinding.around,
      time: event.time,
      row: this.places.thread(event),
      label,
      slice: NONE
    });
  }

  #labelOf({ name, category }: ChromeEvent): number {
    return this.trace.labels.of(name, category);
  }
}

/** Applies a metadata event: names and ranks of processes and threads. */
function readMetadata(
  bytes: Uint8Array,
  event: ChromeEvent,
  places: ChromePlaces,
  { texts, rows }: ImportedTrace
): void {
  const args = smallObject(bytes, event.argsFrom, event.argsTo);
  if (args === null) return;
  const name = clipText(textOf(args, 'name') ?? '', IMPORT_LIMITS.textLength);
  const rank = finiteOf(args, 'sort_index');
  switch (texts.at(event.name)) {
    case 'process_name':
      if (name !== '') rows.all[places.process(event.pid)].name = name;
      return;
    case 'thread_name':
      if (name !== '') rows.all[places.thread(event)].name = name;
      return;
    case 'process_sort_index':
      if (rank !== null) rows.all[places.process(event.pid)].rank = rank;
      return;
    case 'thread_sort_index':
      if (rank !== null) rows.all[places.thread(event)].rank = rank;
      return;
    case 'process_labels':
      places.label(event.pid, textOf(args, 'labels') ?? '');
      return;
    default:
  }
}
