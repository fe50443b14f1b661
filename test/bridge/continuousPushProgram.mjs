// Profiles itself: node continuousPushProgram.mjs URL BEHAVIOUR PROTOCOL
import { setTimeout as sleep } from 'node:timers/promises';
import { profile } from 'kernelscope';

const [push, behaviour, protocol] = process.argv.slice(2);

function busy(ms) {
  const end = performance.now() + ms;
  let sum = 0;
  while (performance.now() < end) for (let i = 0; i < 1e4; i++) sum += Math.sqrt(i);
  return sum;
}

const running = profile.continuous({
  push,
  protocol,
  name: 'program',
  cpuHz: 200,
  every: '100ms',
  timeout: '5s'
});
busy(150);
if (behaviour === 'goes on') {
  await sleep(300);
  busy(150);
}
if (behaviour === 'stops') console.log(JSON.stringify(await running.stop()));
if (behaviour === 'exits') process.exit(3);
if (behaviour === 'throws') throw new Error('of the program');
