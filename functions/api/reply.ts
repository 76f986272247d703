/** A route's response. If `text` or `bytes` is set, it is sent unchanged. Otherwise, `body` is sent as JSON. */
export interface Reply {
  status: number;
  body: unknown;
  text?: string;
  bytes?: Buffer;
  headers: Record<string, string>;
}

/**
 * Builds the usual response: the result under `data`, or 204 without a body if `data` is undefined. Spec: Endpoints.
 */
export function reply(status: number, data?: unknown, headers: Record<string, string> = {}): Reply {
  return { status, body: data === undefined ? undefined : { data }, headers };
}

/** Builds a response with one page of a list. `next` is the absolute URL of the next page. Spec: Pagination styles. */
export function replyList(data: unknown[], next: string | null, meta: Record<string, unknown>): Reply {
  return { status: 200, body: { data, links: { next }, meta }, headers: {} };
}

/** Builds a response from existing JSON text. */
export function replyText(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return { status, body: undefined, text, headers };
}
