import { isObject } from '../../base/isObject';

/** Marks agents of `node:http` whose requests are Kernelscope's own, which are not recorded. */
export const OWN_AGENT: unique symbol = Symbol('kernelscope.ownAgent');

/** The agent, marked as {@link OWN_AGENT}. */
export function ownAgent<Agent extends object>(agent: Agent): Agent {
  return Object.assign(agent, { [OWN_AGENT]: true });
}

/** Whether requests of `agent` are Kernelscope's own. */
export function isOwnAgent(agent: unknown): boolean {
  return isObject(agent) && OWN_AGENT in agent;
}
