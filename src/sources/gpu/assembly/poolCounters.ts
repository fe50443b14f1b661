import { POOL_MEMORY_CATEGORY } from '../../../model/profile/categories';
import type { CounterSeries } from '../../../model/profile/profile';
import { orderByStart } from '../../../record/build/orderByStart';
import { afterPause } from '../../../record/logs/pauses';
import type { AssemblyInput } from './assemblyInput';
import { SteppedCounter } from './steppedCounter';

/** CUPTI's operation for a pool that was destroyed. */
const DESTROYED = 2;

/** The size of a pool, and its part in use. */
interface PoolState {
  readonly time: number;
  readonly device: number;
  readonly address: bigint;
  readonly held: number;
  readonly used: number;
}

/**
 * Bytes that the pools of each device hold, and bytes of them in use, over the recorded window. Changes
 * while recording was held count from its end.
 */
export function poolCounters(input: AssemblyInput): CounterSeries[] {
  const windowNs = Number(input.context.endNs - input.context.originNs);
  const states = poolStates(input).filter(({ time }) => time >= 0 && time <= windowNs);
  const devices = new Map<number, PoolState[]>();
  for (const state of states) {
    const own = devices.get(state.device);
    if (own) own.push(state);
    else devices.set(state.device, [state]);
  }
  return [...devices].flatMap(([device, own]) => countersOf(device, own));
}

function poolStates({ parts, context, pauses }: AssemblyInput): PoolState[] {
  const states: PoolState[] = [];
  for (const { batch } of parts) {
    const shift = Number(batch.originNs - context.originNs);
    const { length, time, operation, address, device, size, utilized } = batch.memoryPools;
    for (let row = 0; row < length; row++) {
      const isGone = operation[row] === DESTROYED;
      states.push({
        time: afterPause(pauses, time[row] + shift),
        device: device[row],
        address: address[row],
        held: isGone ? 0 : size[row],
        used: isGone ? 0 : utilized[row]
      });
    }
  }
  const times = Float64Array.from(states, state => state.time);
  return Array.from(orderByStart(times, new Float64Array(times.length)), row => states[row]);
}

/** The pools of one device together, in order of time. */
function countersOf(device: number, states: readonly PoolState[]): CounterSeries[] {
  const pools = new Map<bigint, PoolState>();
  const held = new SteppedCounter();
  const used = new SteppedCounter();
  for (const state of states) {
    const before = pools.get(state.address);
    held.add(state.time, state.held - (before?.held ?? 0));
    used.add(state.time, state.used - (before?.used ?? 0));
    pools.set(state.address, state);
  }
  return [
    held.series(`Memory pools: gpu/${device}`, POOL_MEMORY_CATEGORY),
    used.series(`Memory pools in use: gpu/${device}`, POOL_MEMORY_CATEGORY)
  ];
}
