import { PROFILE_MIME_TYPE, type ProfileBundle, validateBundle } from 'kernelscope/model';
import { isLargerThan } from '../../shared/content/jsonSize';
import type { ProfileContent } from '../../shared/content/profileTab';

/** A profile as an output carries it, read no further than somebody asks for. */
export class CellProfile {
  readonly bundle: ProfileBundle;
  #content: Promise<ProfileContent> | null = null;

  constructor(bundle: ProfileBundle) {
    this.bundle = bundle;
  }

  /**
   * The profile, or as much of it as its output holds; read once.
   *
   * @throws BundleError if its columns make no profile
   */
  content(): Promise<ProfileContent> {
    this.#content ??= this.#read();
    return this.#content;
  }

  async #read(): Promise<ProfileContent> {
    const [{ decodeBundle }, { inflateRaw }] = await Promise.all([
      import('kernelscope/formats'),
      import('../../shared/content/inflateRaw')
    ]);
    const decoded = await decodeBundle(this.bundle, { inflate: inflateRaw });
    return { ...decoded, isWhole: !this.bundle.overview.partial };
  }
}

/** The data of an output by MIME type. JupyterLab's models of outputs are such. */
interface OutputData {
  readonly data: Readonly<Record<string, unknown>>;
}

/** The profile in an output; null if it has none, a malformed one, or one of more than `limit` characters. */
export function profileOfOutput({ data }: OutputData, limit: number): CellProfile | null {
  const stored = data[PROFILE_MIME_TYPE];
  if (stored === undefined || isLargerThan(stored, limit)) return null;
  try {
    return new CellProfile(validateBundle(stored));
  } catch {
    return null;
  }
}

/** Knows which profiles a cell had before the one in its output, as long as the notebook is open. */
export interface RunHistory {
  /** The profile that the cell of another one had before it; null if there was none. */
  previousOf(id: string): CellProfile | null;
  /** The profile that a person pinned for the cell of another one; null if there is none. */
  baselineOf(id: string): CellProfile | null;
  /** Pins a profile as the one that later ones of its cell are compared with. */
  pin(id: string): void;
}
