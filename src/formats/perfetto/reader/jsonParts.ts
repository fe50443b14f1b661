import { IMPORT_LIMITS } from '../../shared/imported/importLimits';

/** The entries of a dictionary or the items of a list, as JSON of at most about one text's length. */
export class JsonParts {
  private readonly parts: string[] = [];
  private length = 0;
  private form: 'none' | 'dictionary' | 'list' = 'none';

  /** True if there is more than a text holds, so that further parts would be cut off. */
  get isFull(): boolean {
    return this.length > IMPORT_LIMITS.textLength;
  }

  /** Sets the form of the parts; there may be no parts. */
  begin(form: 'dictionary' | 'list'): void {
    this.form = form;
  }

  /** Adds an item, or an entry with its key. */
  add(part: string): void {
    this.parts.push(part);
    this.length += part.length + 1;
  }

  /** The JSON; null where nothing was begun. */
  toJson(): string | null {
    if (this.form === 'none') return null;
    const inside = this.parts.join();
    return this.form === 'list' ? `[${inside}]` : `{${inside}}`;
  }
}
