import { pathToFileURL } from 'node:url';
import type { MeasureSuite } from './figure';

/** Measures the suite in the file that the parent named, and sends it the figures. */
async function measureSuite(file: string): Promise<void> {
  const { measure } = (await import(pathToFileURL(file).href)) as { measure: MeasureSuite };
  process.send?.(await measure());
  process.disconnect();
}

void measureSuite(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
