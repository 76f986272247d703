import { GatewayError } from "./errors.ts";
import type { Call, Transport } from "./transport.ts";

/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** The page's number or position, depending on the kind of list. */
  meta: Record<string, unknown>;
  hasNext: boolean;
  /** Fetches the next page. Returns null after the last page. */
  next(): Promise<Page<T> | null>;
}

/** A paged list. `await` returns its first page; `for await` iterates over every entry of all pages. */
export class List<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #transport: Transport;
  readonly #call: Call;
  #first: Promise<Page<T>> | null = null;

  constructor(transport: Transport, call: Call) {
    this.#transport = transport;
    this.#call = call;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited like any promise.
  then<A = Page<T>, B = never>(
    fulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#page({ ...this.#call.query });
    return this.#first.then(fulfilled, rejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    // An empty page doesn't end a list. Only a page without a successor does.
    for (let page: Page<T> | null = await this; page; page = await page.next()) yield* page.items;
  }

  async #page(query: Record<string, unknown>): Promise<Page<T>> {
    const { json, status, headers } = await this.#transport.send({ ...this.#call, query });
    const body = json as Listed<T>; // the transport has checked its shape
    const next = nextQuery(body, query);
    if (next && JSON.stringify(next) === JSON.stringify(query)) {
      throw new GatewayError(status, headers, { message: "The list's next page is the same as the current page." });
    }
    return {
      items: body.data,
      meta: body.meta ?? (body.has_more === undefined ? {} : { next_after: body.next_after, has_more: body.has_more }),
      hasNext: next !== null,
      next: async () => next && this.#page(next),
    };
  }
}

interface Listed<T> {
  data: T[];
  links?: { next: string | null };
  meta?: Record<string, unknown>;
  next_after?: string | null;
  has_more?: boolean;
}

/**
 * Returns the query for the next page, or null after the last page. Only the query is taken from the link, so requests
 * always go to the gateway, regardless of the link's host.
 */
function nextQuery<T>(body: Listed<T>, query: Record<string, unknown>): Record<string, unknown> | null {
  if (body.links) {
    if (body.links.next === null) return null;
    const next: Record<string, unknown> = {};
    const named = new URL(body.links.next, "http://gateway.invalid").searchParams;
    for (const name of new Set(named.keys())) next[name] = named.getAll(name);
    return next;
  }
  if (body.has_more !== undefined)
    return body.has_more && body.next_after ? { ...query, after: body.next_after } : null;
  return null;
}
