import { exec, isInteger, isSafeInteger, toNumber } from '../../base/intrinsics/ownFunctions';
import { OwnWeakMap, OwnMap } from '../../base/intrinsics/ownMap';
import {
  ERROR_TYPE_ARG,
  HTTP_BODY_SIZE_ARG,
  HTTP_SERVER_CATEGORY,
  HTTP_STATUS_ARG
} from '../../facts/requests';
import type { Recorder } from '../../record/recorder';
import { relabel } from '../../record/slices/relabel';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { OTHER } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';

/** Names of one category that a recording has at most, of each kind. */
const MAX_NAMES = 200;

/** The origin of a name: a route that a framework declares, or what was found in a request. */
type NameKind = 'declared' | 'found';

/**
 * The labels of requests. Their number is bounded, since names are made of what clients send: later names
 * of a category become {@link OTHER}. Declared routes have room of their own.
 */
class RequestNames {
  readonly #pools = new OwnMap<string, OwnMap<string, LabelIndex>>();
  #generation = -1;

  constructor(private readonly recorder: Pick<Recorder, 'label' | 'generation'>) {}

  label(category: string, name: string, kind: NameKind): LabelIndex {
    const pool = this.#pool(category, kind);
    const known = pool.get(name);
    if (known !== undefined) return known;
    if (pool.size >= MAX_NAMES) return this.recorder.label(OTHER, category);
    const label = this.recorder.label(name, category);
    pool.set(name, label);
    return label;
  }

  #pool(category: string, kind: NameKind): OwnMap<string, LabelIndex> {
    if (this.#generation !== this.recorder.generation) {
      this.#pools.clear();
      this.#generation = this.recorder.generation;
    }
    const key = `${kind} ${category}`;
    const known = this.#pools.get(key);
    if (known) return known;
    const created = new OwnMap<string, LabelIndex>();
    this.#pools.set(key, created);
    return created;
  }
}

/** Statuses that are errors of a server; those of clients begin at 400, as in OpenTelemetry. */
const SERVER_ERROR = 500;
const CLIENT_ERROR = 400;

/** The statuses that HTTP knows. */
const STATUSES = { min: 100, max: 999 } as const;

interface RequestSpan {
  readonly token: Token;
  /** Of the recorder when it began: a token of an earlier recording is void. */
  readonly generation: number;
  readonly category: string;
  status: number;
  isOpen: boolean;
}

/**
 * The requests of a thread as slices on lanes, so that concurrent ones stay apart. They have no parent:
 * what a range starts and does not wait for takes nothing from its self time. Objects are held weakly.
 * What is still open at the end of a recording is cut off there, as all slices are.
 */
export class RequestSpans {
  /** Requests that have begun so far. */
  begun = 0;
  readonly #spans = new OwnWeakMap<object, RequestSpan>();
  readonly #names: RequestNames;

  constructor(private readonly recorder: Recorder) {
    this.#names = new RequestNames(recorder);
  }

  /** Begins the request that `key` stands for; false if it is known already or nothing is recorded. */
  begin(key: object, category: string, name: string): boolean {
    const { recorder } = this;
    const spans = this.#spans;
    if (!recorder.enabled || spans.has(key)) return false;
    const token = recorder.beginAsync(this.#names.label(category, name, 'found'), NO_TOKEN);
    const { generation } = recorder;
    spans.set(key, { token, generation, category, status: 0, isOpen: true });
    this.begun++;
    return true;
  }

  /** Whether the request has begun in this recording or an earlier one. */
  has(key: object): boolean {
    return this.#spans.has(key);
  }

  /** Notes the status of the answer. */
  setStatus(key: object, status: number | undefined): void {
    const span = this.#open(key);
    if (span === null || status === undefined) return;
    if (!isInteger(status) || status < STATUSES.min || status > STATUSES.max) return;
    span.status = status;
    this.recorder.arg(span.token, HTTP_STATUS_ARG, status);
  }

  /** Notes the bytes of the answer's body, as a header states them. */
  setBodySize(key: object, header: unknown): void {
    const span = this.#open(key);
    const sizeBytes = typeof header === 'number' ? header : sizeIn(header);
    if (span === null || !isSafeInteger(sizeBytes) || sizeBytes < 0) return;
    this.recorder.arg(span.token, HTTP_BODY_SIZE_ARG, sizeBytes);
  }

  /** Gives the request the name of the route that a framework has found for it. */
  setRoute(key: object, name: string, kind: NameKind = 'declared'): void {
    const span = this.#open(key);
    if (span === null) return;
    const label = this.#names.label(span.category, name, kind);
    relabel(this.recorder.slices, span.token, label);
  }

  /** Ends the request with the class of its error, or with that of its status; once. */
  end(key: object, error: string | null = null): void {
    const span = this.#open(key);
    if (span === null) return;
    this.recorder.endAsync(span.token);
    span.isOpen = false;
    const type = error ?? errorOfStatus(span);
    if (type !== null) this.recorder.arg(span.token, ERROR_TYPE_ARG, type);
  }

  #open(key: object): RequestSpan | null {
    const span = this.#spans.get(key);
    const isOpen = span?.isOpen && span.generation === this.recorder.generation;
    return isOpen ? span : null;
  }
}

function errorOfStatus({ category, status }: RequestSpan): string | null {
  const first = category === HTTP_SERVER_CATEGORY ? SERVER_ERROR : CLIENT_ERROR;
  return status >= first ? `${status}` : null;
}

function sizeIn(header: unknown): number {
  return typeof header === 'string' && exec(/^\d{1,15}$/, header) ? toNumber(header) : NaN;
}
