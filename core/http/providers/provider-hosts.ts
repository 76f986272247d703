import type { ProviderName } from "../../domain/providers/provider-question.ts";

/** The only hosts that the client calls, with the headers that pass the key to each. */
export const PROVIDER_HOSTS: Readonly<
  Record<ProviderName, { url: string; headers: (key: string) => Record<string, string> }>
> = {
  openai: { url: "https://api.openai.com", headers: (key) => ({ Authorization: `Bearer ${key}` }) },
  anthropic: {
    url: "https://api.anthropic.com",
    // The provider's own clients have sent the key as a bearer token since this version. `x-api-key` is the older way.
    headers: (key) => ({ Authorization: `Bearer ${key}`, "anthropic-version": "2026-10-21" }),
  },
};

/** Matches addresses that may replace both providers, i.e. addresses on this machine. */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;

/**
 * Returns a provider's URL for a path.
 * @param standIn an address that replaces both providers on a single machine. Null means the real hosts.
 * @throws Error if the stand-in is not on this machine, because keys must never be sent anywhere else.
 */
export function providerUrl(provider: ProviderName, path: string, standIn: string | null): URL {
  if (standIn !== null && !LOOPBACK.test(standIn)) {
    throw new Error("A stand-in for the providers must be on this machine: http://127.0.0.1:<port>.");
  }
  return new URL(path, standIn ?? PROVIDER_HOSTS[provider].url);
}
