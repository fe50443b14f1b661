/** Finds files by their path from the notebook. JupyterLab's resolvers are such. */
export interface FileResolver {
  /** The path of `url`, which is relative to the notebook, as the application knows it. */
  resolveUrl(url: string): Promise<string>;
  /** The address to request a file at, by what {@link resolveUrl} returned. */
  getDownloadUrl(path: string): Promise<string>;
}
