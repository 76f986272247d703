import { anotherAccount } from "../../support/another-account.ts";
import { eventually } from "../../support/eventually.ts";
import type { Call, Gateway } from "../../support/gateway.ts";
import { linkNumber } from "../../support/linked-number.ts";
import { inParallel } from "../measure.ts";

/** A plan includes 25 places. */
const PER_ACCOUNT = 25;
const LINKED_AT_ONCE = 4;
const PATIENCE_MS = 600_000;

/** One device's connections, as the simulated network saw them. */
interface Logins {
  phone: string;
  logins: number;
  last_at: number;
}

/** Linked numbers of one gateway, as many as were asked for so far. */
export class ManyNumbers {
  readonly phones: string[] = [];
  readonly instances: string[] = [];
  readonly #gateway: Gateway;
  readonly #accounts: Call[];

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#accounts = [gateway.api];
  }

  /** Links more, until there are `count`. */
  async grow(count: number): Promise<void> {
    const from = this.instances.length;
    while (this.#accounts.length * PER_ACCOUNT < count) this.#accounts.push(await anotherAccount(this.#gateway));
    await inParallel(count - from, LINKED_AT_ONCE, async (n) => {
      const place = from + n;
      const api = this.#accounts[Math.floor(place / PER_ACCOUNT)] ?? this.#gateway.api;
      const phone = `551198${String(1_000_000 + place)}`;
      const { id } = await linkNumber({ ...this.#gateway, api }, phone, `Number ${place}`);
      this.phones.push(phone);
      this.instances.push(id);
    });
  }

  async logins(): Promise<Logins[]> {
    return (await this.#gateway.sandbox<{ data: Logins[] }>("GET", "/connections")).body.data;
  }

  /** Does `work` and waits until every number has logged in again. @returns when each last did, epoch ms. */
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
