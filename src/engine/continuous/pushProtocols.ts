import { otlpProtocol } from './otlpProtocol';
import { pyroscopeProtocol } from './pyroscopeProtocol';

/** The protocols of servers, by the values of the option `protocol`. */
export const PUSH_PROTOCOLS = { pyroscope: pyroscopeProtocol, otlp: otlpProtocol } as const;

/** A value of the option `protocol`. */
export type PushProtocolName = keyof typeof PUSH_PROTOCOLS;
