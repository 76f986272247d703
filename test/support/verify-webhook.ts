import { Webhook } from "standardwebhooks";
import { vi } from "vitest";

/**
 * Verifies a webhook like a receiver whose clock shows `at`. Uses the signature scheme's own library, which compares
 * the signature's time with the machine's. @returns the parsed body. @throws if the signature isn't valid at that time.
 */
export function verifyWebhook(secret: string, body: string, headers: Record<string, string>, at: Date): unknown {
  vi.useFakeTimers({ now: at, toFake: ["Date"] });
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}
