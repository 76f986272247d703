import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGE_PEOPLE, stateField, storedState } from "../../../core/domain/broadcasts/recipient-states.ts";
import { storeAudience } from "../../../core/operations/broadcasts/store-audience.ts";
import { sumProgress } from "../../../core/operations/broadcasts/sum-progress.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import { type AudiencePerson, peoplePages } from "../../../core/records/broadcasts/broadcast-pages.ts";
import { keys } from "../../../core/store/keys.ts";
import { type CountedTable, countedTable } from "../../support/counted-table.ts";
import { someBroadcast, somebody } from "../../support/made-broadcast.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import { broadcastLane, phone } from "../../support/models/broadcast-lane.ts";
import { ACCOUNT, INSTANCE } from "../../support/models/lane-stage.ts";
import { countingUnits } from "../../support/written-units.ts";

const PEOPLE = 10_000;
/** Returns a phone number. Consecutive numbers are too different to help compress each other. */
const scattered = (n: number) => `55${String(Math.floor((n + 1) * 6_180_339_887) % 1e11).padStart(11, "7")}`;
const NAMES = ["Ana", "Beatriz", "Carlos Eduardo", "Joaquim", "Maria das Dores", "Олга", "محمد"];
const customer = (n: number): AudiencePerson => ({
  ...somebody(scattered(n), `${NAMES[n % NAMES.length]} ${scattered(n * 7).slice(-5)}`),
  fields: { order: scattered(n * 3).slice(-8) },
});

describe("a broadcast to 10,000 people", () => {
  const made = someBroadcast(new Date("2026-11-23T12:00:00Z"), PEOPLE);
  let counted: CountedTable;
  beforeAll(async () => {
    counted = await countedTable();
  });
  afterAll(() => counted?.stop());

  it("stores them, with names and fields, for 1,100 write units", async () => {
    const people = Array.from({ length: PEOPLE }, (_, n) => customer(n));
    const { write } = await counted.unitsOf(() => storeAudience(counted.table, made, people));
    expect(write).toBeLessThanOrEqual(1_100);
    const page = await peoplePages.read(counted.table, INSTANCE, made.id, 1, 99);
    expect(page?.people).toEqual(people.slice(-PAGE_PEOPLE));
  });

  it("says how far it is with all of them for 15 read units", async () => {
    const states = Object.fromEntries(
      Array.from({ length: PAGE_PEOPLE }, (_, at) => [stateField(at), storedState("read")]),
    );
    for (let n = 0; n < PEOPLE / PAGE_PEOPLE; n++) {
      const last_at = "2026-11-23T12:00:00.000Z";
      await counted.table.write({
        update: keys.broadcastPage(INSTANCE, made.id, 1, n),
        set: { ...states, last_at },
      });
    }
    let progress: unknown;
    const { read } = await counted.unitsOf(async () => {
      progress = await sumProgress(counted.table, made);
    });

    expect(progress).toMatchObject({ total: PEOPLE, read: PEOPLE, waiting: 0 });
    expect(read).toBeLessThanOrEqual(15);
  });
});

/**
 * The number of people in the broadcast whose cost is measured. Costs that don't belong to a single message are divided
 * among them.
 */
const COUNTED = 24;

/**
 * Returns the units written per message until it is sent, delivered and read, not counting the session's own keys. The
 * message is smaller than a kilobyte. A larger message would count twice in each of its four writes.
 */
async function unitsAMessage(webhook: boolean): Promise<number> {
  const count = { written: 0, read: 0 };
  const memory: { table: MemoryTable | null } = { table: null };
  const people = Array.from({ length: COUNTED }, (_, n) => phone(n));
  const stage = await broadcastLane(people, {}, undefined, (table) =>
    memory.table ? countingUnits(table, memory.table, count) : table,
  );
  memory.table = stage.table;
  if (!webhook) await stage.table.write({ delete: keys.webhook(ACCOUNT, "account") });
  stage.begin();
  stage.makeAt(1, { text: "Hello {name|there}, the almond cakes are back from Saturday on." });
  for (let sec = 10; sec < 5_400; sec += 60) {
    for (const kind of ["delivered", "read"] as const) {
      stage.at(sec, kind, async (deps) => {
        const before = kind === "read" ? "delivered" : "sent";
        for (const { status, network_id } of stage.messages()) {
          if (status !== before || network_id === null) continue;
          const receipt = { account_id: ACCOUNT, instance_id: INSTANCE, fence: 1, network_id, kind } as const;
          await recordReceipt({ ...deps, media: memoryMedia() }, { ...receipt, at: deps.clock.now() });
        }
      });
    }
  }
  await stage.runTo(5_500);
  expect(await stage.progress()).toMatchObject({ read: COUNTED });
  return count.written / COUNTED;
}

describe("a broadcast's message, from its start until it was read", () => {
  it("writes 40 units without a webhook", async () => {
    // The morning's check of the number stores its standing. That costs one unit a day, and in this test, the unit is
    // spread over only a few messages.
    expect(await unitsAMessage(false)).toBeLessThanOrEqual(40 + 1 / COUNTED);
  });

  it("writes 57 units with one, the rows of three deliveries among them", async () => {
    expect(await unitsAMessage(true)).toBeLessThanOrEqual(57);
  });
});
