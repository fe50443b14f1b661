/** The pause before each further try, milliseconds. */
const PAUSES_MS = [100, 300, 900, 2700];

/** Messages of browsers and bundlers when the file of a module, or of one that it imports, could not be fetched. */
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
