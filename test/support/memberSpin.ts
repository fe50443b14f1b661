/** The start of a program whose threads and processes compute by the clock, each under its own name. */
export const MEMBER_SPIN = `
const cp = require('node:child_process');
const { once } = require('node:events');
const { isMainThread, Worker, workerData } = require('node:worker_threads');
function busy(name, ms) {
  const spin = (0, eval)('(function ' + name + '(until) { let n = 0; while (performance.now() < until) for (let i = 0; i < 1000; i++) n += Math.sqrt(i); return n; })');
  return spin(performance.now() + ms);
}
function environment() {
  const names = Object.keys(process.env).filter(name => /KERNELSCOPE|NODE_OPTIONS/.test(name));
  return JSON.stringify([process.execArgv, names.map(name => [name, process.env[name]])]);
}
`;
