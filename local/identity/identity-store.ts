import type { Clock } from "../../core/ports.ts";
import {
  type Condition,
  ConditionFailed,
  type Item,
  type Key,
  type Table,
  type Write,
} from "../../core/store/table.ts";

/** A user who can sign in on this machine: the owner of a confirmed email address. */
export interface LocalPerson {
  sub: string;
  email: string;
  /** The password's salt and hash, in hex. */
  password: string;
}

/** The owner of a code: an email address, within the sign-in that the code is valid for. */
export interface CodeOwner {
  uid: string;
  email: string;
}

/** A code sent by email. `purpose` determines what it can be used for. */
export interface MailedCode {
  purpose: "confirm" | "reset";
  /** The HMAC of the code with the provider's secret, in hex. */
  hash: string;
  /** For a sign-up, the hash of the chosen password; otherwise null. */
  password: string | null;
  /** When the code expires, in epoch ms by the machine's clock. */
  expires_at: number;
}

/** The kinds of rate-limited attempts. */
export type Tried = "password" | "code" | "guess" | "mail" | "forms";

interface Place {
  table: Table;
  clock: Clock;
}

const DAY_SEC = 86_400;
const PAGE = 100;

/** The key under which older gateways stored the unencrypted secrets. */
const CLEAR_SECRETS = "1";
const SECRETS = "2";

const key = (kind: string, id: string): Key => ({ pk: `IDENTITY#${kind}`, sk: id });
const personKey = (email: string) => key("PERSON", email);
const codeKey = ({ uid, email }: CodeOwner) => key("CODE", `${uid}#${email}`);
const triesKey = (what: Tried, id: string) => key(`TRIES#${what}`, id);

/** Returns when the table may delete an item, by the table's own clock, which can be moved in a sandbox. */
const ttlIn = (clock: Clock, seconds: number) => Math.floor(clock.now().getTime() / 1000) + seconds;

/** A later start of a period than this is from before the machine's clock was set back. */
const AHEAD_MAX_MS = 60_000;

/** The claim that an attempt is the first in its period. */
const isPeriodOver = (now: number, ms: number): Condition => {
  const isPast = [{ field: "since", op: "<=", value: now - ms } as const];
  const isAhead = [{ field: "since", op: ">", value: now + AHEAD_MAX_MS } as const];
  return [{ anyOf: [[{ item: "absent" }], isPast, isAhead] }];
};

/** Stores this machine's users, the codes sent to them, and the provider's own secrets in the gateway's table. */
export function identityStore({ table, clock }: Place) {
  /** @returns false if the item wasn't in the required state. */
  async function holds(write: Write): Promise<boolean> {
    try {
      await table.write(write);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  }
  const read = async <T>(at: Key) => (await table.get(at)) as (Item & T) | null; // as put below

  return {
    person: (email: string) => read<LocalPerson>(personKey(email)),
    /** @returns false if the address is already taken. */
    addPerson: (person: LocalPerson) =>
      holds({ put: { ...personKey(person.email), ...person }, if: [{ item: "absent" }] }),
    /** Returns all users who can sign in, in no particular order. */
    async people(): Promise<LocalPerson[]> {
      const { pk } = personKey("");
      const found: LocalPerson[] = [];
      for (let after: string | undefined; ; ) {
        const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
        found.push(...(items as (Item & LocalPerson)[])); // as put below
        after = items.at(-1)?.sk;
        if (!more || after === undefined) return found;
      }
    },
    dropPerson: (email: string) => holds({ delete: personKey(email) }),
    setPassword: (email: string, password: string) =>
      holds({ update: personKey(email), set: { password }, if: [{ item: "exists" }] }),
    code: (of: CodeOwner) => read<MailedCode>(codeKey(of)),
    putCode: (of: CodeOwner, code: MailedCode) =>
      holds({ put: { ...codeKey(of), ...code, ttl: ttlIn(clock, DAY_SEC) } }),
    /** @returns false if the code has been used or replaced by a newer one. */
    dropCode: (of: CodeOwner, { hash }: MailedCode) =>
      holds({ delete: codeKey(of), if: [{ field: "hash", op: "=", value: hash }] }),
    /**
     * Uses up one of the `most` attempts allowed within `ms`. Must be called before the attempt itself, so concurrent
     * attempts share the limit.
     * @returns 0 if the attempt is allowed, otherwise how many milliseconds to wait until the next attempt is allowed.
     */
    async takeTry(what: Tried, id: string, most: number, ms: number): Promise<number> {
      const place = triesKey(what, id);
      const now = Date.now();
      const isFirst = await holds({
        put: { ...place, tries: 1, since: now, ttl: ttlIn(clock, DAY_SEC) },
        if: isPeriodOver(now, ms),
      });
      const isOneMore = () =>
        holds({ update: place, add: { tries: 1 }, if: [{ field: "tries", op: "<", value: most }] });
      if (isFirst || (await isOneMore())) return 0;
      const counted = await read<{ since: number }>(place);
      // If the machine's clock was set back, the wait must still not exceed the limit's period.
      return Math.min(ms, Math.max(1, (counted?.since ?? now) + ms - now));
    },
    forgetTries: (what: Tried, id: string) => holds({ delete: triesKey(what, id) }),
    /** Returns the provider's secrets in encrypted form. */
    async secrets(): Promise<Uint8Array | null> {
      const item = await table.get(key("SECRETS", SECRETS));
      return item && (item.sealed as Uint8Array); // as put below
    },
    /** @returns false if another start has already created the secrets. */
    addSecrets: (sealed: Uint8Array) =>
      holds({ put: { ...key("SECRETS", SECRETS), sealed }, if: [{ item: "absent" }] }),
    dropClearSecrets: () => holds({ delete: key("SECRETS", CLEAR_SECRETS) }),
  };
}
export type IdentityStore = ReturnType<typeof identityStore>;
