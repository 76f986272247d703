/** A route's response. `text` or `bytes` are sent unchanged; otherwise `body` is. */
export interface Reply {
  status: number;
  body: unknown;
  text?: string;
  bytes?: Buffer;
  headers: Record<string, string>;
}

/** Builds the usual response: the result under `data`; 204 without a body if `data` is undefined. Spec: Endpoints. */
export function reply(status: number, data?: unknown, headers: Record<string, string> = {}): Reply {
  return { status, body: data === undefined ? undefined : { data }, headers };
}

/** Builds a page of a list; `next` is the absolute address of the following page. Spec: Pagination styles. */
export function replyList(data: unknown[], next: string | null, meta: Record<string, unknown>): Reply {
  return { status: 200, body: { data, links: { next }, meta }, headers: {} };
}

/** Builds a response from JSON text that already exists. */
export function replyText(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return { status, body: undefined, text, headers };
}
