import { sink } from '../harness';

const ITEMS = 300;

interface Item {
  readonly id: number;
  readonly name: string;
  readonly tags: readonly string[];
}

function items(): readonly Item[] {
  return Array.from({ length: ITEMS }, (_, id) => {
    return { id, name: `item ${(id * 7919) % ITEMS}`, tags: ['a', 'b', String(id % 7)] };
  });
}

/** Serves a few requests: reads, sorts, searches and writes JSON, then yields to the event loop. */
export async function serviceStep(): Promise<void> {
  const text = JSON.stringify(items());
  for (let request = 0; request < 8; request++) {
    const read = JSON.parse(text) as Item[];
    read.sort((one, other) => (one.name < other.name ? -1 : 1));
    const found = read.filter(({ name, tags }) => /[13]5$/.test(name) && tags.includes('3'));
    sink.value += JSON.stringify({ read, found }).length;
  }
  await new Promise(resolve => setImmediate(resolve));
}
