import type { ProviderName } from "../../domain/providers/provider-question.ts";

/** The only hosts that are called, and how each is given a key. */
export const PROVIDER_HOSTS: Readonly<
  Record<ProviderName, { url: string; headers: (key: string) => Record<string, string> }>
> = {
  openai: { url: "https://api.openai.com", headers: (key) => ({ Authorization: `Bearer ${key}` }) },
  anthropic: {
    url: "https://api.anthropic.com",
    // A bearer since this version, as its own clients send it; `x-api-key` is the older form.
    headers: (key) => ({ Authorization: `Bearer ${key}`, "anthropic-version": "2026-10-21" }),
  },
};

/** Addresses that can replace both providers: only this machine's. */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;

/**
 * Returns the address for a provider's path.
 * @param standIn the address that replaces both on one machine; null means the real hosts.
 * @throws Error for a stand-in that is not on this machine, because a key must never be sent elsewhere.
 */
export function providerUrl(provider: ProviderName, path: string, standIn: string | null): URL {
  if (standIn !== null && !LOOPBACK.test(standIn)) {
    throw new Error("A stand-in for the providers must be on this machine: http://127.0.0.1:<port>.");
  }
  return new URL(path, standIn ?? PROVIDER_HOSTS[provider].url);
}
