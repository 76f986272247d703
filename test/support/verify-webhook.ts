import { Webhook } from "standardwebhooks";
import { vi } from "vitest";

/**
 * Verifies a webhook like a receiver whose clock shows `at`, with the scheme's own library, which compares the
 * signature's time with the machine's. @returns the parsed body. @throws if the signature isn't valid there and then.
 */
export function verifyWebhook(secret: string, body: string, headers: Record<string, string>, at: Date): unknown {
  vi.useFakeTimers({ now: at, toFake: ["Date"] });
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}
