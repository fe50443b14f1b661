import { BYTES_ARG } from '../../model/profile/argKeys';
import type { FlopsOf } from '../../model/profile/operatorFacts';
import { isPlainPromise } from '../../record/promiseSlice';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { bytesOf, modelName, tensorsOf } from './onnxruntimeArgs';
import { type NodeFacts, factsOfNodes } from './onnxruntimeFacts';
import {
  type OrtSession,
  type OrtSessionClass,
  type OrtTensors,
  RUNTIME_PACKAGE,
  sessionClassOf
} from './onnxruntimeModules';
import type { NodeTime } from './onnxruntimeNodes';
import { type OrtModel, type TwinRun, runTwin } from './onnxruntimeTwin';
import { type HookDeps, type LibraryFunction, OperatorCalls } from '../operators/operatorCalls';
import { replaceMethod } from '../process/replaceMethod';
import type { SourceFaults } from '../source';
import {
  OF_INPUTS,
  OF_OUTPUTS,
  type TensorKeys,
  tensorArgs
} from '../../analysis/operators/tensorTexts';
import { dressWrapper, isInstrumented } from '../operators/wrapFunction';

/** A recording that wants the operators of ONNX Runtime. */
export interface OnnxruntimeUser {
  readonly faults: SourceFaults;
  /** Keep the shapes of the inputs of each run. */
  readonly shapes: boolean;
  /** Run each model a second time, once, for the times of its nodes. */
  readonly nodeShares: boolean;
  /** Counts what nodes compute; `null` when that is not wanted. */
  readonly flops: FlopsOf | null;
  addTwinRun(run: TwinRun): void;
}

const UNKNOWN_MODEL =
  'Times of nodes are missing for sessions that were created before the recording. ' +
  'Create the session in the recorded code.';

/**
 * The hook in onnxruntime-node, shared by all recordings of a host: active while at least one needs it,
 * in copies loaded now or later. The inputs, results and errors of sessions stay the same.
 */
export class OnnxruntimeHook {
  /** Operators recorded since the hook was made. */
  operators = 0;
  readonly #init: OperatorCalls;
  readonly #runs: OperatorCalls;
  readonly #users = new Set<OnnxruntimeUser>();
  readonly #restores = new Map<OrtSessionClass, () => void>();
  readonly #names = new WeakMap<OrtSession, string>();
  #models = new WeakMap<OrtSession, OrtModel>();
  /** The recordings that have had the node times of a session. */
  #served = new WeakMap<OrtSession, ReadonlySet<OnnxruntimeUser>>();
  #stopLooking: () => void = () => undefined;

  constructor(private readonly parts: HookDeps) {
    this.#init = new OperatorCalls(parts, { operator: 'init', api: 'InferenceSession.create' });
    this.#runs = new OperatorCalls(parts, {
      operator: 'InferenceSession.run',
      kind: 'graphOperators'
    });
  }

  /** Puts the hook in place for a recording. */
  acquire(user: OnnxruntimeUser): void {
    this.#users.add(user);
    if (this.#users.size > 1) return;
    this.#stopLooking = this.parts.moduleWatch.watch(RUNTIME_PACKAGE, exported =>
      this.#guard(() => {
        const sessions = sessionClassOf(exported);
        if (sessions) this.#install(sessions);
      })
    );
  }

  /** Takes a recording off; with the last one ONNX Runtime and Node's loader are as they were. */
  release(user: OnnxruntimeUser): void {
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    this.#stopLooking();
    for (const restore of this.#restores.values()) restore();
    this.#restores.clear();
    this.#models = new WeakMap();
    this.#served = new WeakMap();
  }

  #install(sessions: OrtSessionClass): void {
    if (this.#restores.has(sessions)) return;
    const originals = {
      create: Reflect.get(sessions, 'create') as LibraryFunction,
      run: Reflect.get(sessions.prototype, 'run') as LibraryFunction
    };
    const undo: (() => void)[] = [];
    if (!isInstrumented(originals.create)) {
      undo.push(replaceMethod(sessions, 'create', this.#replaceCreate(originals)));
    }
    if (!isInstrumented(originals.run)) {
      undo.push(replaceMethod(sessions.prototype, 'run', this.#replaceRun(originals)));
    }
    this.#restores.set(sessions, () => {
      for (const restore of undo) restore();
    });
  }

  #replaceCreate(originals: Originals): LibraryFunction {
    const create = (self: unknown, args: readonly unknown[]): unknown => {
      const name = modelName(args);
      const made = this.#init.call(originals.create, self, args, operator => {
        this.operators++;
        this.parts.recorder.arg(operator, 'of', name);
      });
      if (!isPlainPromise(made)) return made;
      return made.then(session => {
        this.#guard(() => this.#remember(session as OrtSession, modelOf(originals, self, args)));
        return session;
      });
    };
    return dressWrapper(originals.create, function (this: unknown, ...args): unknown {
      return create(this, args);
    });
  }

  #replaceRun(originals: Originals): LibraryFunction {
    const run = (self: OrtSession, args: readonly unknown[]): unknown => {
      let operator = NO_TOKEN;
      const outputs = this.#withLaterTurn(
        () =>
          this.#runs.call(originals.run, self, args, token => {
            operator = token;
            this.#guard(() => this.#begun(token, self, args));
          }),
        () => operator
      );
      if (operator === NO_TOKEN || !isPlainPromise(outputs)) return outputs;
      return outputs.then(async tensors => {
        this.#guard(() => this.#noteResults(operator, tensors as OrtTensors));
        await this.#timeNodes(self, args[0]);
        return tensors;
      });
    };
    return dressWrapper(originals.run, function (this: unknown, ...args): unknown {
      return run(this as OrtSession, args);
    });
  }

  /**
   * Makes a call that leaves its native part to a later turn: what that turn makes a GPU do belongs to the
   * operator that the call has begun. Only where somebody wants to know.
   */
  #withLaterTurn(call: () => unknown, operatorOf: () => Token): unknown {
    const { recorder } = this.parts;
    if (!recorder.isWatched) return call();
    return withImmediates(call, code => {
      const operator = operatorOf();
      return operator === NO_TOKEN ? code() : recorder.runOnThread(operator, code);
    });
  }

  #begun(operator: Token, session: OrtSession, [feeds]: readonly unknown[]): void {
    const { recorder } = this.parts;
    const model = this.#names.get(session);
    this.operators++;
    if (model !== undefined) recorder.arg(operator, 'model', model);
    this.#noteTensors(operator, feeds, OF_INPUTS);
  }

  #noteTensors(operator: Token, tensors: unknown, keys: TensorKeys): void {
    if (![...this.#users].some(({ shapes }) => shapes)) return;
    const args = tensorArgs(tensorsOf(tensors), keys);
    for (const [key, value] of Object.entries(args)) this.parts.recorder.arg(operator, key, value);
  }

  #noteResults(operator: Token, tensors: OrtTensors): void {
    this.parts.recorder.arg(operator, BYTES_ARG, bytesOf(tensors));
    this.#noteTensors(operator, tensors, OF_OUTPUTS);
  }

  /** Keeps a model's bytes from being collected only as long as they may be wanted again. */
  #remember(session: OrtSession, model: OrtModel): void {
    this.#names.set(session, model.name);
    if (this.#wantingNodes().length > 0) this.#models.set(session, model);
  }

  #wantingNodes(): OnnxruntimeUser[] {
    return [...this.#users].filter(({ nodeShares }) => nodeShares);
  }

  /** Runs the session's model a second time for the recordings that have not seen that yet. */
  async #timeNodes(session: OrtSession, feeds: unknown): Promise<void> {
    const served = this.#served.get(session) ?? new Set();
    const users = this.#wantingNodes().filter(user => !served.has(user));
    if (users.length === 0) return;
    this.#served.set(session, new Set([...served, ...users]));
    const model = this.#models.get(session);
    if (!model) {
      for (const { faults } of users) faults.limited(UNKNOWN_MODEL);
      return;
    }
    try {
      const factsOf = (nodes: readonly NodeTime[]) => this.#factsOf(nodes, model, feeds);
      const run = await runTwin(model, feeds, { now: this.parts.recorder.now, factsOf });
      for (const user of users) user.addTwinRun(run);
    } catch (error) {
      for (const { faults } of users) faults.note(error);
    }
  }

  /** Nothing for all nodes when that cannot be read from the model: their times stay. */
  #factsOf(
    nodes: readonly NodeTime[],
    { args }: OrtModel,
    feeds: unknown
  ): readonly (NodeFacts | null)[] {
    let facts: readonly (NodeFacts | null)[] = [];
    if (![...this.#users].some(({ shapes }) => shapes)) return facts;
    this.#guard(() => {
      facts = factsOfNodes(nodes, args, feeds);
    });
    return facts;
  }

  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      for (const { faults } of this.#users) faults.note(error);
    }
  }
}

/**
 * Makes `call`, and the callbacks that it gives to `setImmediate` before it returns run through `around`.
 * onnxruntime-node calls native code in such a callback: its native methods cannot be replaced.
 */
function withImmediates<T>(call: () => T, around: (code: () => unknown) => unknown): T {
  const original = globalThis.setImmediate;
  const replaced = new Proxy(original, {
    apply(target, self, [callback, ...rest]: [LibraryFunction, ...unknown[]]) {
      const code = function (this: unknown, ...args: readonly unknown[]): unknown {
        return around(() => Reflect.apply(callback, this, args));
      };
      return Reflect.apply(target, self, [
        typeof callback === 'function' ? code : callback,
        ...rest
      ]) as NodeJS.Immediate;
    }
  });
  if (!Reflect.set(globalThis, 'setImmediate', replaced)) return call();
  try {
    return call();
  } finally {
    if (globalThis.setImmediate === replaced) globalThis.setImmediate = original;
  }
}

/** The methods of a session class before they were replaced. */
interface Originals {
  readonly create: LibraryFunction;
  readonly run: LibraryFunction;
}

function modelOf(originals: Originals, self: unknown, args: readonly unknown[]): OrtModel {
  return {
    name: modelName(args),
    args,
    create: again => Reflect.apply(originals.create, self, again) as Promise<OrtSession>,
    run: (session, feeds) => Reflect.apply(originals.run, session, [feeds]) as Promise<unknown>
  };
}
