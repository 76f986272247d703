import { Answer } from "./answer.ts";
import { List } from "./page.ts";
import type { Call, Transport } from "./transport.ts";

/** The request body of an operation. */
export type Body<D> = D extends { body?: infer B } ? Exclude<B, undefined> : never;
/** The query parameters of an operation. */
export type Query<D> = D extends { query?: infer Q } ? Exclude<Q, undefined> : never;

type DataIn<A> = A extends { data: infer T } ? T : undefined;
/** The data in an operation's responses, or undefined if they have none. */
export type Data<R> = DataIn<R[keyof R]>;
/** An item of a list. */
export type Item<R> = Data<R> extends readonly (infer T)[] ? T : never;

/** The base class for the calls in a section of the API. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Requests a single record. */
  protected callOne<T>(call: Call): Answer<T> {
    const whole = this.#transport.send(call).then(({ json, ...rest }) => {
      const data = (json as { data: T } | undefined)?.data as T; // the shape of every answer of the API
      return { ...rest, data };
    });
    return new Answer(whole);
  }

  /** Requests a document that is the entire body rather than being wrapped in `data`. */
  protected callWhole<T>(call: Call): Answer<T> {
    return new Answer(this.#transport.send(call).then(({ json, ...rest }) => ({ ...rest, data: json as T })));
  }

  /** Creates a list. No request is made until the list is awaited. */
  protected callList<T>(call: Call): List<T> {
    return new List<T>(this.#transport, call);
  }
}
