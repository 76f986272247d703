import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { createLog } from "../../../core/log.ts";
import { createLabel } from "../../../core/operations/labels/create-label.ts";
import { deleteLabel } from "../../../core/operations/labels/delete-label.ts";
import { removeLabelRows } from "../../../core/operations/labels/remove-label-rows.ts";
import { setChatLabels } from "../../../core/operations/labels/set-chat-labels.ts";
import { uniteLabels } from "../../../core/operations/labels/unite-labels.ts";
import { chatLabelsOf } from "../../../core/records/chats/chat-labels.ts";
import { isLive, readAllLabels } from "../../../core/records/chats/label.ts";
import { transactFenced } from "../../../core/records/fence.ts";
import { isCommitted } from "../../../core/store/is-committed.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";

const INSTANCE = "inst_1";
const OWN = { account_id: "acc_1", instance_id: INSTANCE, fence: 1 };
const CHATS = ["15550001001", "15550001002", "9001@lid", "120363@g.us"] as const;

type Step =
  | { kind: "set"; chat: number; labels: number[] }
  | { kind: "delete"; label: number }
  | { kind: "create" }
  | { kind: "clean" }
  | { kind: "merge" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("set" as const), chat: fc.nat(3), labels: labelSet() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), label: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("create" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("clean" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("merge" as const) }) },
);
function labelSet() {
  return fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 });
}

async function world(scheduler: fc.Scheduler) {
  // Make every request to the table a separate event, so that requests interleave in any order.
  const table = new MemoryTable({
    hook: (_, phase) => (phase === "before" ? scheduler.schedule(Promise.resolve()) : undefined),
  });
  const clock = stillClock(new Date("2026-11-20T12:00:00Z"));
  const deps = { table, clock, ids: randomIds(), log: createLog("test", "silent"), wakeups: { wake: async () => {} } };
  return { table, deps };
}

async function merge(table: MemoryTable, hidden: string, phone: string): Promise<void> {
  for (;;) {
    const items = await table.getMany([keys.person(INSTANCE, hidden), keys.person(INSTANCE, phone)]);
    const [from, to] = [hidden, phone].map((key) => ({
      key,
      record: chatLabelsOf(items.find(({ sk }) => sk === key)),
    }));
    if (!from || !to || from.record?.merged_into !== undefined) return;
    const united = uniteLabels(INSTANCE, from, to);
    const writes = [
      { update: keys.person(INSTANCE, phone), ...united.to },
      { update: keys.person(INSTANCE, hidden), ...united.from, set: { merged_into: phone } },
      ...united.writes,
    ];
    if (await isCommitted(transactFenced(table, INSTANCE, OWN.fence, writes))) return;
  }
}

describe("labels, their rows and their counts", () => {
  it("agree after any changes, deletions and merges in any order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 12 }), async (scheduler, steps) => {
        const { table, deps } = await world(scheduler);
        const refused = () => {}; // a label that is gone, a name that is taken
        const run = async () => {
          await table.write({ put: { ...keys.receiving(INSTANCE), fence: 1 } });
          for (const key of CHATS) {
            const place = key.endsWith("@g.us") ? keys.group(INSTANCE, key) : keys.person(INSTANCE, key);
            await table.write({ put: { ...place } });
          }
          for (let n = 1; n <= 4; n++) await createLabel(deps, INSTANCE, { name: `Label ${n}`, color: n });
          await Promise.all(
            steps.map(async (one, n) => {
              if (one.kind === "set")
                return setChatLabels(deps, INSTANCE, CHATS[one.chat] ?? CHATS[0], one.labels).catch(refused);
              if (one.kind === "delete") return deleteLabel(deps, INSTANCE, one.label).catch(refused);
              if (one.kind === "create") {
                const made = createLabel(deps, INSTANCE, { name: `New ${n}`, color: 1 });
                return made.then(() => {}, refused);
              }
              if (one.kind === "merge") return merge(table, "9001@lid", CHATS[0]);
              await removeLabelRows(deps, OWN);
            }),
          );
          while (await removeLabelRows(deps, OWN));
        };
        await scheduler.waitFor(run());

        const chats = new Map(
          table.all().flatMap((item) => (Array.isArray(item.labels) ? [[item.sk, item.labels]] : [])),
        );
        const labels = await scheduler.waitFor(readAllLabels(table, INSTANCE));
        for (const label of labels) {
          const rows = table.partition(keys.labelled(INSTANCE, label.id, "").pk).map(({ sk }) => sk);
          expect(rows).toHaveLength(label.count);
          for (const row of rows) expect(chats.get(row)).toContain(label.id);
          if (!isLive(label)) expect(rows).toEqual([]);
        }
        const known = labels.map(({ id }) => id);
        expect(new Set(known).size).toBe(known.length);
        for (const [chat, ids] of chats) {
          for (const id of ids) {
            expect(table.peek(keys.labelled(INSTANCE, id, chat)), `${chat} ${id}`).not.toBeNull();
            expect(known).toContain(id);
          }
        }
        expect(table.peek(keys.person(INSTANCE, "9001@lid"))?.merged_into && chats.get("9001@lid")).toBeFalsy();
      }),
      { numRuns: 150 },
    );
  });
});
