import { checkedAddresses, NotPublicError, type Resolve, systemResolve } from "./checked-address.ts";

/** `private`: resolves to an address that is not public. `unresolved`: does not resolve, or not in time. */
export type HostVerdict = "public" | "private" | "unresolved";
export type HostCheck = (hostname: string) => Promise<HostVerdict>;

const LOOKUP_MS = 3_000; // our choice: a slow resolver must not hold up the PATCH that asks

/** Tells whether a webhook's host may be set; never rejects. Every post checks again. */
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
