/** An answer's data, along with its status and headers. */
export interface WholeAnswer<T> {
  data: T;
  /** The HTTP status. */
  status: number;
  headers: Headers;
  /** Whether the gateway had already carried out a request with the same Idempotency-Key. */
  replayed: boolean;
}

/** A promise for an answer that resolves to just the answer's data. */
export class Answer<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "Answer";
  readonly #whole: Promise<WholeAnswer<T>>;

  constructor(whole: Promise<WholeAnswer<T>>) {
    this.#whole = whole;
  }

  /** Resolves to the data along with the status, the headers, and whether the answer is a replay. */
  withResponse(): Promise<WholeAnswer<T>> {
    return this.#whole;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited like any promise.
  then<A = T, B = never>(
    fulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#whole.then(({ data }) => data).then(fulfilled, rejected);
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, rejected);
  }

  finally(ended?: (() => void) | null): Promise<T> {
    return this.then().finally(ended);
  }
}
