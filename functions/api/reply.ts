/** An answer of a route. `text` or `bytes` are sent unchanged; otherwise `body` is. */
export interface Reply {
  status: number;
  body: unknown;
  text?: string;
  bytes?: Buffer;
  headers: Record<string, string>;
}

/** The usual answer: the result under `data`; 204 without a body when `data` is undefined. Spec: Endpoints. */
export function reply(status: number, data?: unknown, headers: Record<string, string> = {}): Reply {
  return { status, body: data === undefined ? undefined : { data }, headers };
}

/** A page of a list: `next` is the absolute address of the following one. Spec: Pagination styles. */
export function replyList(data: unknown[], next: string | null, meta: Record<string, unknown>): Reply {
  return { status: 200, body: { data, links: { next }, meta }, headers: {} };
}

/** An answer whose JSON text exists already. */
export function replyText(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return { status, body: undefined, text, headers };
}
