import type { IdentityStore } from "./identity-store.ts";

const QUARTER_HOUR_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/**
 * How often something can be tried for one e-mail address: by one client, and by all clients together. The second is so
 * much higher that a stranger needs many networks to use it up, and still far too low to find a password or a code.
 */
const ATTEMPTS = {
  password: { perClient: 10, altogether: 100, ms: QUARTER_HOUR_MS },
  /** At all codes of a day: five guesses at each alone would allow thousands. */
  guess: { perClient: 40, altogether: 200, ms: DAY_MS },
  mail: { perClient: 5, altogether: 20, ms: QUARTER_HOUR_MS },
} as const;

/** The sender of an attempt. */
export interface Client {
  /** The network that the request came from, as `addressBlock` names it. */
  block: string;
  /** The id of a browser in which the owner of the address signed in before; null: it is new, or another person's. */
  browser: string | null;
}

type Attempted = keyof typeof ATTEMPTS;
type Tries = Pick<IdentityStore, "takeTry" | "forgetTries">;

// Neither an e-mail address nor an id contains a space, so no place is another one's.
const ofBlock = (email: string, { block }: Client) => `${block} ${email}`;
const ofBrowser = (email: string, browser: string) => `browser ${browser} ${email}`;

/**
 * Takes one attempt for an address. A browser that its owner used before has attempts of its own, which nobody else can
 * use up; a client that has none left takes nothing from what the others share.
 * @returns 0: taken; else the milliseconds until there are attempts again.
 */
export async function takeAttempt(store: Tries, what: Attempted, email: string, client: Client): Promise<number> {
  const { perClient, altogether, ms } = ATTEMPTS[what];
  const { browser } = client;
  if (browser !== null && (await store.takeTry(what, ofBrowser(email, browser), perClient, ms)) === 0) return 0;
  const waitMs = await store.takeTry(what, ofBlock(email, client), perClient, ms);
  return waitMs > 0 ? waitMs : store.takeTry(what, email, altogether, ms);
}

/** Gives a client all attempts for an address again, because it succeeded. What all clients share stays counted. */
export async function forgetAttempts(store: Tries, what: Attempted, email: string, client: Client): Promise<void> {
  await store.forgetTries(what, ofBlock(email, client));
  if (client.browser !== null) await store.forgetTries(what, ofBrowser(email, client.browser));
}
