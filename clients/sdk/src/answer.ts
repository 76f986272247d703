/** An answer's data with its status and headers. */
export interface WholeAnswer<T> {
  data: T;
  /** HTTP status. */
  status: number;
  headers: Headers;
  /** Whether the gateway had already carried out this request, by its Idempotency-Key. */
  replayed: boolean;
}

/** A promise of an answer that resolves to the data alone. */
export class Answer<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "Answer";
  readonly #whole: Promise<WholeAnswer<T>>;

  constructor(whole: Promise<WholeAnswer<T>>) {
    this.#whole = whole;
  }

  /** The data with status, headers, and whether it is a replay. */
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
