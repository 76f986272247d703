import type { HostCheck, HostVerdict } from "../ports.ts";
import { checkedAddresses, NotPublicError, type Resolve, systemResolve } from "./checked-address.ts";

const LOOKUP_MS = 3_000; // our choice: a slow resolver must not hold up the PATCH that asks

/**
 * Creates the function that checks whether a webhook may use a host. The check never throws, and is repeated before
 * every post.
 */
export function createHostCheck(options: { allowPrivate: boolean; resolve?: Resolve }): HostCheck {
  const resolve = options.resolve ?? systemResolve;
  return async (hostname) => {
    const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<HostVerdict>();
    const timer = setTimeout(() => giveUp("unresolved"), LOOKUP_MS);
    const check = checkedAddresses(hostname, { allowPrivate: options.allowPrivate, resolve }).then(
      (): HostVerdict => "public",
      (error): HostVerdict => (error instanceof NotPublicError ? "private" : "unresolved"),
    );
    const verdict = await Promise.race([check, tooLate]);
    clearTimeout(timer);
    return verdict;
  };
}
