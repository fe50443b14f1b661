import type { OperatorRecord } from '../../../analysis/operators/records/operatorRecord';
import {
  type Roof,
  type RooflinePoint,
  roofline
} from '../../../analysis/operators/traffic/roofline';
import { NS_PER_S } from '../../../base/time';

/** The position of a record below a roof: its time, computation and bytes, as one run. */
export function rooflineOf(record: OperatorRecord, roof: Roof): RooflinePoint {
  const { time, computation, memory } = record;
  return roofline({ durationNs: time * NS_PER_S, flops: computation, bytes: memory }, roof);
}
