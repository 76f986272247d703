import { beforeEach, describe, expect, it } from "vitest";
import { awaitPhone } from "../../../core/records/chats/contact-sync.ts";
import { keys } from "../../../core/store/keys.ts";
import type { SettingMutation } from "../../../session-service/baileys/settings/setting-mutation.ts";
import { NetworkRefusal, SettingsNotReady } from "../../../session-service/baileys/shared/network-refusals.ts";
import { ContactsMirror } from "../../../session-service/session/contacts-mirror.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const INSTANCE = "inst_1";
const [ANA, BEN] = ["15550001001", "15550001002"];
const OWNER = { account_id: "acc_1", instance_id: INSTANCE, fence: 1 };
const HOUR = 3_600_000;

describe("names saved here that wait for the phone", () => {
  let table: MemoryTable;
  let now: Date;
  let given: SettingMutation[];
  let fail: (mutation: SettingMutation) => Promise<void>;
  beforeEach(async () => {
    table = new MemoryTable();
    now = new Date("2026-11-20T09:00:00Z");
    given = [];
    fail = async () => {};
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 1 } });
  });
  const passTo = (at: Date) => {
    now = at;
  };
  /** A clock that jumps straight to the end of every wait. */
  const clock = { now: () => now, until: async (at: Date) => passTo(at) };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const mirror = () => new ContactsMirror({ table, clock, log }, OWNER);
  const line = (over = new AbortController()) => ({
    over: over.signal,
    network: () => ({
      async changeSettings([mutation]: SettingMutation[]) {
        if (!mutation) return;
        await fail(mutation);
        given.push(mutation);
      },
    }),
  });
  async function saved(person: string, name: string) {
    await table.write({ update: keys.person(INSTANCE, person), set: { name } });
    const set = { saved_by: "api", unmirrored_ms: now.getTime() };
    await table.write({ update: keys.contact(INSTANCE, person), set });
    await table.write(awaitPhone(INSTANCE, person, now));
  }
  const waiting = () => table.partition(keys.contactSync(INSTANCE, "").pk).map(({ sk }) => sk);
  const contact = (person: string) => table.peek(keys.contact(INSTANCE, person));

  it("are given to it once, by phone", async () => {
    await saved(ANA, "Ana");
    await saved(BEN, "Ben");

    const [own, present] = [mirror(), line()];
    await Promise.all([own.run(present), own.run(present)]);
    await own.run(line());

    expect(given).toEqual([
      { kind: "contact", contact: `${ANA}@s.whatsapp.net`, name: "Ana" },
      { kind: "contact", contact: `${BEN}@s.whatsapp.net`, name: "Ben" },
    ]);
    expect([waiting(), contact(ANA)]).toEqual([[], expect.not.objectContaining({ unmirrored_ms: expect.anything() })]);
  });

  it("are given as they are by then, when they change while one is given", async () => {
    await saved(ANA, "Ana");
    fail = async () => {
      fail = async () => {};
      now = new Date(now.getTime() + 1);
      await saved(ANA, "Ana Souza");
    };

    const own = mirror();
    await own.run(line());
    expect(waiting()).toEqual([ANA]);
    await own.run(line());

    expect(given.map((one) => "name" in one && one.name)).toEqual(["Ana", "Ana Souza"]);
    expect(waiting()).toEqual([]);
  });

  it("are offered again when the phone can't take them, for a day", async () => {
    await saved(ANA, "Ana");
    let offers = 0;
    fail = async () => {
      offers++;
      throw new SettingsNotReady();
    };
    const begun = now.getTime();

    await mirror().run(line());

    expect(waiting()).toEqual([]);
    expect(offers).toBeGreaterThan(20);
    expect(now.getTime() - begun).toBeGreaterThanOrEqual(24 * HOUR);
    expect(now.getTime() - begun).toBeLessThan(26 * HOUR);
  });

  it("stay here alone when the network refuses one, and the others go on", async () => {
    await saved(ANA, "Ana");
    await saved(BEN, "Ben");
    fail = async (mutation) => {
      if ("contact" in mutation && mutation.contact.startsWith(ANA)) throw new NetworkRefusal(400, "it");
    };

    await mirror().run(line());

    expect(given).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });

  it("wait for the next connection when this one ends", async () => {
    await saved(ANA, "Ana");
    const over = new AbortController();
    fail = async () => {
      over.abort();
      throw new Error("The line broke.");
    };
    const own = mirror();
    await own.run(line(over));
    expect(waiting()).toEqual([ANA]);

    fail = async () => {};
    await own.run(line());

    expect(given).toHaveLength(1);
  });
});
