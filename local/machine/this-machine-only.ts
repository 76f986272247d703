import type { IncomingMessage } from "node:http";

/** The names of this machine for itself, with any port, because a port may be forwarded. */
const HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;
const ORIGIN = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses requests that a page of another site made a browser send: their origin or host names another site. Programs
 * send no origin and name this machine as host.
 * @returns the sentence to refuse with; null: the request may be served.
 */
export function askedFromElsewhere({ headersDistinct }: Pick<IncomingMessage, "headersDistinct">): string | null {
  const { host = [], origin = [] } = headersDistinct;
  if (host.length !== 1 || !host.every((name) => HOST.test(name))) {
    return "This address answers this machine only: ask for it as 127.0.0.1, localhost or [::1].";
  }
  if (origin.every((one) => ORIGIN.test(one))) return null;
  return "This address does not answer pages of other sites: ask from a page of this machine, or without a browser.";
}
