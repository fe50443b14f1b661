/** A file that comes in parts: a stream of its bytes. */
export class IncomingFile {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves with the first part, or at the end of an empty file; rejects if neither comes. */
  readonly begun: Promise<void>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #begin!: () => void;
  #refuse!: (error: unknown) => void;
  #receivedBytes = 0;

  /** `onCancel` is called when the reader of the stream wants no more. */
  constructor(onCancel: () => void) {
    this.stream = new ReadableStream({
      start: controller => void (this.#controller = controller),
      cancel: onCancel
    });
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#refuse = reject;
    });
  }

  /** The number of bytes that have come. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  add(bytes: Uint8Array): void {
    this.#receivedBytes += bytes.length;
    this.#controller.enqueue(bytes);
    this.#begin();
  }

  end(): void {
    this.#controller.close();
    this.#begin();
  }

  /** Ends with an error, for whoever waits for the beginning or reads. */
  fail(error: unknown): void {
    this.#controller.error(error);
    this.#refuse(error);
  }
}
