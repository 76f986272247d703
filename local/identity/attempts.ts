import type { IdentityStore } from "./identity-store.ts";

const QUARTER_HOUR_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/**
 * The number of attempts allowed per email address, for a single client and for all clients together. The latter is
 * high enough that a stranger would need many networks to use it up, but far too low for guessing a password or a code.
 */
const ATTEMPTS = {
  password: { perClient: 10, altogether: 100, ms: QUARTER_HOUR_MS },
  /**
   * Limits guesses across all of a day's codes. If only the five guesses per code were limited, guesses could add up to
   * thousands.
   */
  guess: { perClient: 40, altogether: 200, ms: DAY_MS },
  mail: { perClient: 5, altogether: 20, ms: QUARTER_HOUR_MS },
} as const;

/** The client that makes an attempt. */
export interface Client {
  /** The network that the request came from, as returned by `addressBlock`. */
  block: string;
  /**
   * The id of a browser in which the address's owner has signed in before. Null if the browser is new or belongs to
   * someone else.
   */
  browser: string | null;
}

type Attempted = keyof typeof ATTEMPTS;
type Tries = Pick<IdentityStore, "takeTry" | "forgetTries">;

// These keys are unique, because neither an email address nor an ID contains a space.
const ofBlock = (email: string, { block }: Client) => `${block} ${email}`;
const ofBrowser = (email: string, browser: string) => `browser ${browser} ${email}`;

/**
 * Uses up one attempt for an address. A browser that the owner has used before has attempts of its own, which nobody
 * else can exhaust. A client without remaining attempts doesn't use up the shared ones. @returns 0 if the attempt is
 * allowed, otherwise how many milliseconds to wait until the next attempt is allowed.
 */
export async function takeAttempt(store: Tries, what: Attempted, email: string, client: Client): Promise<number> {
  const { perClient, altogether, ms } = ATTEMPTS[what];
  const { browser } = client;
  if (browser !== null && (await store.takeTry(what, ofBrowser(email, browser), perClient, ms)) === 0) return 0;
  const waitMs = await store.takeTry(what, ofBlock(email, client), perClient, ms);
  return waitMs > 0 ? waitMs : store.takeTry(what, email, altogether, ms);
}

/**
 * Resets a client's attempts for an address after one of them has succeeded. The attempts of all clients together
 * aren't reset.
 */
export async function forgetAttempts(store: Tries, what: Attempted, email: string, client: Client): Promise<void> {
  await store.forgetTries(what, ofBlock(email, client));
  if (client.browser !== null) await store.forgetTries(what, ofBrowser(email, client.browser));
}
