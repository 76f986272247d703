import type { IdentityStore } from "./identity-store.ts";

const QUARTER_HOUR_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/**
 * How often something can be tried for one e-mail address, by one client and by all clients together. The limit for all
 * is so much higher that a stranger needs many networks to use it up, but still far too low to find a password or a
 * code.
 */
const ATTEMPTS = {
  password: { perClient: 10, altogether: 100, ms: QUARTER_HOUR_MS },
  /** Guesses at all of a day's codes together, because five guesses at each of them would add up to thousands. */
  guess: { perClient: 40, altogether: 200, ms: DAY_MS },
  mail: { perClient: 5, altogether: 20, ms: QUARTER_HOUR_MS },
} as const;

/** The sender of an attempt. */
export interface Client {
  /** The network that the request came from, as `addressBlock` names it. */
  block: string;
  /**
   * The id of a browser in which the owner of the address has signed in before; null if the browser is new, or another
   * person's.
   */
  browser: string | null;
}

type Attempted = keyof typeof ATTEMPTS;
type Tries = Pick<IdentityStore, "takeTry" | "forgetTries">;

// Neither an e-mail address nor an id contains a space, so no two keys are equal.
const ofBlock = (email: string, { block }: Client) => `${block} ${email}`;
const ofBrowser = (email: string, browser: string) => `browser ${browser} ${email}`;

/**
 * Takes one attempt for an address. A browser that its owner used before has its own attempts, which nobody else can
 * use up; a client that has none left doesn't use up the shared ones. @returns 0 if it was taken, otherwise the
 * milliseconds until there are attempts again.
 */
export async function takeAttempt(store: Tries, what: Attempted, email: string, client: Client): Promise<number> {
  const { perClient, altogether, ms } = ATTEMPTS[what];
  const { browser } = client;
  if (browser !== null && (await store.takeTry(what, ofBrowser(email, browser), perClient, ms)) === 0) return 0;
  const waitMs = await store.takeTry(what, ofBlock(email, client), perClient, ms);
  return waitMs > 0 ? waitMs : store.takeTry(what, email, altogether, ms);
}

/**
 * Restores all of a client's attempts for an address, because it succeeded. The attempts that all clients share stay
 * counted.
 */
export async function forgetAttempts(store: Tries, what: Attempted, email: string, client: Client): Promise<void> {
  await store.forgetTries(what, ofBlock(email, client));
  if (client.browser !== null) await store.forgetTries(what, ofBrowser(email, client.browser));
}
