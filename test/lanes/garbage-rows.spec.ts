import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recheckRow } from "../../core/lanes/recheck.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import type { Item, Key } from "../../core/store/table.ts";
import { times } from "../run/how-long.ts";
import { limitedTable, withGarbage } from "../support/garbage.ts";
import { ACCOUNT, INSTANCE, type LaneStage, laneStage } from "../support/models/lane-stage.ts";

const LANE = instanceLane(INSTANCE);
const PEOPLE = ["5511977770001", "5511977770002", "5511977770003", "5511977770004"];
const [ANA = "", BEA = "", CAI = "", DUDA = ""] = PEOPLE;
/** When the garbage is written, all work is already waiting. The number's session starts later. */
const WRONG_SEC = 20;
const BEGIN_SEC = 30;
/** The test ends after two nights and a day. By then, all limits that were used up are available again. */
const END_SEC = 70 * 3_600;
/** Work that fails rests for a few seconds. The work behind it may be delayed by up to this time. */
const LATE_SEC = 150;

/**
 * The messages, in the order they are accepted (`n` counts them): replies, a known person, first messages, a scheduled
 * message, a group.
 */
const SENDS: { to: string | null; chat?: string; at?: number }[] = [
  { to: ANA },
  { to: BEA },
  { to: BEA },
  { to: CAI },
  { to: DUDA },
  { to: null, chat: "120363000000000001@g.us" },
  { to: ANA, at: 100 },
];

/** The items to corrupt, one at a time: where each of them is, and the messages that depend on it. */
const TARGETS = {
  "the row of a reply": { place: rowOf(0), theirs: [0] },
  "the row of a reply that has one behind it": { place: rowOf(1), theirs: [1] },
  "the row of a first message": { place: rowOf(3), theirs: [3] },
  "the row of a message to a group": { place: rowOf(5), theirs: [5] },
  "the row of a scheduled message": { place: rowOf(6), theirs: [6] },
  "a reply": { place: message(1), theirs: [1] },
  "a first message": { place: message(4), theirs: [4] },
  "a scheduled message": { place: message(6), theirs: [6] },
  "a person": { place: () => keys.person(INSTANCE, CAI), theirs: [3] },
  "a look": { place: () => ({ pk: LANE, sk: "C#look" }), theirs: [] },
  "a command": { place: () => keys.command(INSTANCE, "cmd_1"), theirs: [] },
  "the lane's header": { place: () => keys.laneHead(LANE), theirs: [] },
  "the number's standing": { place: () => keys.safety(INSTANCE), theirs: [] },
  "the policy's state": { place: () => keys.sending(INSTANCE), theirs: [] },
} satisfies Record<string, { place: (stage: LaneStage) => Key; theirs: number[] }>;

function rowOf(n: number) {
  return (stage: LaneStage): Key => ({ pk: LANE, sk: stage.message(n)?.row ?? "" });
}
function message(n: number) {
  return (stage: LaneStage): Key => keys.message(ACCOUNT, stage.accepted[n] ?? "");
}

const LONG = "x".repeat(3_000);
/** Values that an item may contain but shouldn't. DynamoDB itself refuses NaN and numbers of more than 125 digits. */
const GARBAGE = fc.constantFrom<unknown>(
  undefined,
  null,
  "",
  "garbage",
  LONG,
  "y".repeat(100_000),
  0,
  -1,
  2 ** 53,
  1e100,
  true,
  [],
  ["garbage"],
  {},
  { garbage: LONG },
  "9999-12-31T00:00:00.000Z",
  "0000-00-00T99:99:99.999Z",
  "msg_nothing",
  new Uint8Array(3),
);

/** Simulates the same hours every time, corrupting the item at `WRONG_SEC`. */
async function play(wrong: (stage: LaneStage) => Item | null) {
  const stage = await laneStage({}, 0.02, 1, limitedTable);
  for (const person of [ANA, BEA]) stage.writesAt(1, person);
  SENDS.forEach(({ to, chat, at }, n) => {
    const send_at = at === undefined ? null : new Date(stage.sim.start + at * 1_000);
    stage.sendAt(2 + n, to, { text: `text ${n}`, chat_id: chat ?? null, send_at });
  });
  stage.changeAt(15, async () => {
    const now = new Date(stage.sim.now);
    await stage.table.write(recheckRow(LANE, "look", now, { person: DUDA }));
    await stage.table.write(recheckRow(LANE, "cmd_1", now, { command: "cmd_1" }));
    const deadline = new Date(stage.sim.now + 60_000).toISOString();
    await stage.table.write({ put: { ...keys.command(INSTANCE, "cmd_1"), command: { kind: "check" }, deadline } });
    await stage.table.write({ put: { ...keys.laneHead(LANE), owner_fence: 0, held: {} } });
  });
  stage.changeAt(WRONG_SEC, () => {
    const item = wrong(stage);
    return item ? stage.table.write({ put: item }) : undefined;
  });
  stage.sim.at(stage.sim.start + BEGIN_SEC * 1_000, stage.begin);
  await stage.runTo(END_SEC);
  return stage;
}

const endOf = (one: MessageRecord | null) => one?.status ?? "gone";
const went = (stage: LaneStage, n: number) => stage.wentAt(`text ${n}`) ?? Number.POSITIVE_INFINITY;

describe("with any one item of a number's line written wrong", () => {
  it("all go when nothing is", async () => {
    const stage = await play(() => null);
    expect(stage.sim.violations).toEqual([]);
    expect(SENDS.map((_, n) => endOf(stage.message(n)))).toEqual(SENDS.map(() => "sent"));
    expect(stage.quarantined()).toEqual([]);
  });

  it.each(Object.keys(TARGETS) as (keyof typeof TARGETS)[])(
    "%s: every other message goes as it would have, its own ends, and nothing spins",
    async (target) => {
      const control = await play(() => null);
      const { place, theirs }: { place: (stage: LaneStage) => Key; theirs: number[] } = TARGETS[target];
      const fieldsOf = (item: Item) => Object.keys(item).filter((field) => !["pk", "sk"].includes(field));
      const property = fc.asyncProperty(fc.nat(200), GARBAGE, fc.boolean(), async (nth, value, isWhole) => {
        let what = "";
        const stage = await play((now) => {
          const { pk, sk } = place(now);
          const stored = now.table.peek({ pk, sk }) ?? { pk, sk };
          const names = fieldsOf(stored);
          const field = names[nth % Math.max(1, names.length)] ?? "garbage";
          what = isWhole && nth % 8 === 0 ? "all of it" : field;
          return isWhole && nth % 8 === 0 ? { pk, sk, garbage: value } : withGarbage(stored, field, value);
        });

        expect(stage.sim.violations, what).toEqual([]);
        SENDS.forEach((_, n) => {
          if (theirs.includes(n)) {
            expect(["sent", "failed"], `${what} of message ${n}`).toContain(endOf(stage.message(n)));
            return;
          }
          expect(endOf(stage.message(n)), `${what}: message ${n}`).toBe("sent");
          if (target !== "the policy's state") {
            expect(went(stage, n), `${what}: message ${n}`).toBeLessThan(went(control, n) + LATE_SEC);
          }
        });
        for (const n of theirs) {
          const code = stage.message(n)?.error_code ?? null;
          if (code === "server_error") expect(stage.quarantined().length).toBeGreaterThan(0);
        }
      });
      await fc.assert(property, { numRuns: times(7) });
    },
  );
});

describe("a slot", () => {
  it.each([
    ["whose message has no bytes", { network_bytes: null }],
    ["whose message has no id of the network", { network_id: null }],
    ["whose message has bytes that are none", { network_bytes: "garbage" }],
    ["whose message can't be shown", { poll: { name: 1 }, reactions: 7 }],
    ["whose message says that it waits nowhere", { step: "garbage" }],
    ["whose message is gone", null],
  ])("%s is freed, its message ends, and the line goes on", async (_title, change) => {
    const stage = await laneStage({}, 0.02, 1, limitedTable);
    for (const one of [ANA, BEA]) stage.writesAt(1, one);
    stage.sendAt(2, ANA, { text: "lost" });
    stage.sendAt(20, ANA, { text: "behind" });
    stage.sendAt(20, BEA, { text: "other" });
    let lostId: string | undefined;
    stage.changeAt(10, async () => {
      const lost = stage.message(0);
      lostId = lost?.id;
      const place = keys.message(ACCOUNT, lost?.id ?? "");
      const stored = stage.table.peek(place);
      await stage.table.write({ delete: { pk: LANE, sk: lost?.row ?? "" } });
      await stage.table.write({ update: keys.sending(INSTANCE), set: { slot: lost?.id, slot_chat: "mark" } });
      const begun = {
        step: "sending",
        row: null,
        network_id: "NET",
        network_chat: "1@lid",
        network_bytes: Buffer.from("x"),
      };
      if (change && stored) await stage.table.write({ put: { ...stored, ...begun, ...change } });
      else await stage.table.write({ delete: place });
    });
    stage.sim.at(stage.sim.start + BEGIN_SEC * 1_000, stage.begin);
    await stage.runTo(600);
    expect(stage.sim.violations).toEqual([]);
    expect(stage.message(1)?.status).toBe("sent");
    expect(stage.message(2)?.status).toBe("sent");
    expect(stage.sending()?.slot).not.toBe(lostId);
    if (change) expect(["sent", "failed"]).toContain(endOf(stage.message(0)));
  });
});

describe("a slot that holds what is no message's id", () => {
  it.each(["", LONG, 0, null, "mark", {}])("(%j) is freed, and the line goes on", async (value) => {
    for (const fields of [{ slot: value }, { slot_3: value, slot_3_chat: "" }, { slot_2_chat: value }]) {
      const stage = await laneStage({}, 0.02, 1, limitedTable);
      stage.writesAt(1, ANA);
      stage.sendAt(20, ANA, { text: "behind" });
      stage.changeAt(10, () => stage.table.write({ update: keys.sending(INSTANCE), set: fields }));
      stage.sim.at(stage.sim.start + BEGIN_SEC * 1_000, stage.begin);
      await stage.runTo(600);
      expect(stage.sim.violations).toEqual([]);
      expect(stage.message(0)?.status).toBe("sent");
    }
  });
});

describe("a row in a queue that there is none of", () => {
  it.each(["Z#1", "Q#msg_1", "no queue", "#", "1#2#3", `K#${"x".repeat(400)}`])("%s is quarantined", async (sk) => {
    const stage = await laneStage({}, 0.02, 1, limitedTable);
    stage.writesAt(1, ANA);
    stage.changeAt(1, () => stage.table.write({ put: { pk: LANE, sk, due: "garbage" } }));
    for (let n = 0; n < 12; n++) stage.changeAt(1, () => stage.table.write({ put: { pk: LANE, sk: `${sk} ${n}` } }));
    stage.sendAt(2, ANA, { text: "behind" });
    stage.sim.at(stage.sim.start + BEGIN_SEC * 1_000, stage.begin);
    await stage.runTo(600);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.wentAt("behind")).toBeLessThan(BEGIN_SEC + 10);
    expect(stage.rows()).toEqual([]);
    expect(stage.quarantined()).toHaveLength(13);
  });
});
