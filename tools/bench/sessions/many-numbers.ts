import { setTimeout as pause } from "node:timers/promises";
import { anotherAccount } from "../../../test/support/another-account.ts";
import { eventually } from "../../../test/support/eventually.ts";
import type { Call, Gateway } from "../../../test/support/gateway.ts";
import { linkNumber } from "../../../test/support/linked-number.ts";
import { inParallel } from "../measure.ts";

/** A plan includes 25 numbers. */
const PER_ACCOUNT = 25;
const LINKED_AT_ONCE = 4;
const PATIENCE_MS = 600_000;

/** A device's connections, as counted by the simulated network. */
interface Logins {
  phone: string;
  logins: number;
  last_at: number;
}

/** An account's API client, and how many numbers the account has. */
interface Account {
  api: Call;
  numbers: number;
}

/** The numbers linked on a gateway so far. More are linked as they are requested. */
export class ManyNumbers {
  readonly phones: string[] = [];
  readonly instances: string[] = [];
  readonly #gateway: Gateway;
  readonly #accounts: Account[];

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#accounts = [{ api: patient(gateway.api), numbers: 0 }];
  }

  /** Links more numbers until there are `count` of them. */
  async grow(count: number): Promise<void> {
    const from = this.instances.length;
    while (this.#accounts.length * PER_ACCOUNT < count) {
      this.#accounts.push({ api: patient(await anotherAccount(this.#gateway)), numbers: 0 });
    }
    await inParallel(count - from, LINKED_AT_ONCE, async (n) => {
      // Spread the numbers across the accounts, because each account has a per-minute request limit.
      const account = this.#accounts.reduce((one, other) => (other.numbers < one.numbers ? other : one));
      account.numbers++;
      const phone = `551198${String(1_000_000 + from + n)}`;
      const { id } = await linkNumber({ ...this.#gateway, api: account.api }, phone, `Number ${from + n}`);
      this.phones.push(phone);
      this.instances.push(id);
    });
  }

  async logins(): Promise<Logins[]> {
    return (await this.#gateway.sandbox<{ data: Logins[] }>("GET", "/connections")).body.data;
  }

  /**
   * Runs `work` and waits until every number has logged in again. @returns the time of each number's last login, in
   * epoch ms.
   */
  async allBackAfter(work: () => Promise<unknown>): Promise<number[]> {
    const before = new Map((await this.logins()).map(({ phone, logins }) => [phone, logins]));
    await work();
    const now = await eventually(
      "every number to be back",
      async () => {
        const records = await this.logins();
        return records.every(({ phone, logins }) => logins > (before.get(phone) ?? 0)) ? records : null;
      },
      PATIENCE_MS,
    );
    return now.map(({ last_at }) => last_at);
  }
}

/** Retries calls that were refused because there were too many, after the wait specified in the response. */
const patient =
  (call: Call): Call =>
  async <T>(...request: Parameters<Call>) => {
    for (;;) {
      const answer = await call<T>(...request);
      if (answer.status !== 429) return answer;
      await pause(Number(answer.headers.get("retry-after") ?? 1) * 1_000);
    }
  };
