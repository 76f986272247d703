import { setTimeout as pause } from "node:timers/promises";
import { Gateway as Client } from "../../clients/sdk/src/index.ts";
import { openSession } from "../../core/operations/users/open-session.ts";
import { startChromium } from "../../test/panel/support/chromium.ts";
import { addPerson, pageOf } from "../../test/panel/support/signed-in-page.ts";
import { depsOf } from "../../test/support/another-account.ts";
import type { Gateway } from "../../test/support/gateway.ts";
import type { LoadNumber } from "./load.ts";

/** Clients that watch while the load runs, and how much they have seen. */
export interface Onlookers {
  counts: { events: number; broadcasts: number; faults: number };
  /** Collects garbage in the panel's page, and returns the size of its heap, in MiB. */
  pageHeapMib(): Promise<number>;
  stop(): Promise<void>;
}

const BROADCAST_EVERY_MS = 20 * 60_000;
const DAY_SEC = 86_400;
const DAYS_MAX = 12;

/**
 * Makes a number send and receive messages, day after day, until it may send broadcasts. Nothing else may run in the
 * meantime.
 */
export async function warmUp(gateway: Gateway, { api, instance, phone, people }: LoadNumber): Promise<void> {
  const stage = async () => {
    const { body } = await api<{ data: { protection: { warm_up: { stage: number } } } }>(
      "GET",
      `/v1/instances/${instance}`,
    );
    return body.data.protection.warm_up.stage;
  };
  for (let day = 0; day < DAYS_MAX && (await stage()) === 1; day++) {
    await gateway.sandbox("POST", `/phones/${people[0]}/messages`, { to: phone, text: `Day ${day}` });
    for (const advance_seconds of [60, DAY_SEC - 60]) await gateway.sandbox("POST", "/clock", { advance_seconds });
  }
}

/**
 * Opens a number's newest chat in the panel, follows its account's events over the stream, and sends its people a
 * broadcast from time to time.
 */
export async function startOnlookers(gateway: Gateway, number: LoadNumber): Promise<Onlookers> {
  const counts = { events: 0, broadcasts: 0, faults: 0 };
  const stopping = new AbortController();
  const { signal } = stopping;

  const deps = await depsOf(gateway);
  const now = await gateway.now();
  const person = { account: gateway.accountId, role: "admin", name: "Ada Admin", email: "ada@example.com" } as const;
  const user_id = await addPerson(deps, person, now);
  const session = { user_id, account_id: gateway.accountId, source: "127.0.0.1", browser: "Soak" };
  const { token } = await openSession(deps, session, now);
  const browser = await startChromium();
  const { page, faults } = await pageOf(browser, gateway.panelUrl, token, user_id, {});
  await page.goto(`/chats/${number.instance}/${number.people[0]}`);
  await page.locator("[data-message]").last().waitFor();

  const inspector = await page.context().newCDPSession(page);
  await inspector.send("Performance.enable");
  const pageHeapMib = async () => {
    await inspector.send("HeapProfiler.collectGarbage");
    const { metrics } = await inspector.send("Performance.getMetrics");
    const bytes = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
    return Math.round((bytes / 2 ** 20) * 10) / 10;
  };

  const follow = async () => {
    const client = new Client({ apiKey: gateway.apiKey, baseUrl: gateway.baseUrl });
    for await (const _event of client.events.live({ signal })) counts.events++;
  };
  const broadcast = async () => {
    while (!signal.aborted) {
      const recipients = number.people.map((phone) => ({ phone }));
      const body = { instance_id: number.instance, audience: "phones", recipients, language: "en" };
      const what = { name: `Round ${counts.broadcasts + 1}`, text: "Hello {name|there}, we have fresh tea." };
      const made = await number.api("POST", "/v1/broadcasts", { ...body, ...what });
      if (made.status !== 201) throw new Error(`The broadcast was refused: ${JSON.stringify(made.body)}`);
      counts.broadcasts++;
      await pause(BROADCAST_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  };
  const running = [follow(), broadcast()].map((work) =>
    work.catch((error: unknown) => {
      if (!signal.aborted) console.error(`An onlooker gave up: ${error instanceof Error ? error.message : error}`);
    }),
  );
  return {
    counts,
    pageHeapMib,
    async stop() {
      stopping.abort();
      await Promise.all(running);
      counts.faults = faults.length;
      for (const fault of new Set(faults)) console.log(`The panel's page said: ${fault}`);
      await browser.close();
    },
  };
}
