import type { IncomingMessage } from "node:http";

/** The names by which this machine means itself; any port, for it may be forwarded. */
const HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;
const ORIGIN = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Why a request must not be served: it came through a browser, from another site's page or by another site's name, which
 * a page anywhere can make a browser do. Programs name no origin and ask for this machine.
 * @returns a sentence for who asked; null: it may.
 */
export function askedFromElsewhere({ headersDistinct }: Pick<IncomingMessage, "headersDistinct">): string | null {
  const { host = [], origin = [] } = headersDistinct;
  if (host.length !== 1 || !host.every((name) => HOST.test(name))) {
    return "This address answers this machine only: ask for it as 127.0.0.1, localhost or [::1].";
  }
  if (origin.every((one) => ORIGIN.test(one))) return null;
  return "This address does not answer pages of other sites: ask from a page of this machine, or without a browser.";
}
