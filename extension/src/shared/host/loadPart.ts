/** How long is waited before each further try, milliseconds. */
const PAUSES_MS = [100, 300, 900, 2700];

/** What browsers and bundlers say of a module whose file, or one that it imports, did not come. */
const NOT_FETCHED = /dynamically imported module|module script failed|Loading chunk/i;

/**
 * Calls `load`, which imports a part of the code of this page, again where a file of it could not be fetched: servers
 * have bad moments, and service workers, by which VS Code serves them, are ended and begun. Rejects as the last try does.
 */
export function loadPart<Part>(load: () => Promise<Part>, tries = 0): Promise<Part> {
  return load().catch(async (error: unknown) => {
    const pauseMs = PAUSES_MS[tries];
    const isOther = !(error instanceof Error && NOT_FETCHED.test(error.message));
    if (isOther || pauseMs === undefined) throw error;
    await new Promise(resolve => setTimeout(resolve, pauseMs));
    return loadPart(load, tries + 1);
  });
}
