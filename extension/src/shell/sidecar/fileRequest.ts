/** Fetches a file. Rejects with SidecarError, with TypeError when there is no answer, or AbortError. */
export type FileRequest = (url: string, signal: AbortSignal) => Promise<Response>;

/** The part of the application's server settings that a request needs. */
export interface ServerAccess {
  /** Address of the server, with a slash at its end. */
  readonly baseUrl: string;
  /** Token of the person, or empty where cookies say who it is. */
  readonly token: string;
  readonly init: RequestInit;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Requests as JupyterLab makes its own: with the cookies of the page and, to the server itself and
 * nobody else, with the token.
 */
export function createFileRequest({ baseUrl, token, init, fetch }: ServerAccess): FileRequest {
  return (url, signal) => {
    const headers = new Headers(init.headers);
    const isOwn = token !== '' && url.startsWith(baseUrl);
    if (isOwn) headers.set('Authorization', `token ${token}`);
    return fetch(url, { ...init, headers, signal });
  };
}

/** Finds files by their path from the notebook. JupyterLab's resolvers are such. */
export interface FileResolver {
  /** The path of `url`, which is relative to the notebook, as the application knows it. */
  resolveUrl(url: string): Promise<string>;
  /** The address to request a file at, by what {@link resolveUrl} returned. */
  getDownloadUrl(path: string): Promise<string>;
}
