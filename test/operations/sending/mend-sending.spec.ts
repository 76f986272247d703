import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import { STATE_FIELDS, soundState } from "../../../core/domain/protection/sound-state.ts";
import { isBrokenSending, mendSending } from "../../../core/operations/sending/mend-sending.ts";
import { sendingOf } from "../../../core/records/sending.ts";
import { SLOT_FIELDS } from "../../../core/records/slot-fields.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item } from "../../../core/store/table.ts";
import { withGarbage } from "../../support/garbage.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { strictTable } from "../../support/strict-table.ts";

const OWN = { instance_id: "inst_1", account_id: "acc_1", fence: 3 };
const NOW = new Date("2026-11-20T10:00:00.000Z");
const SEED = { timezone: "UTC", now: NOW };
const FIELDS = [...STATE_FIELDS, ...SLOT_FIELDS, "rev", "fence", "shard", "connected", "removed", "counted"];

/** A stored sending state in which one message is being sent. */
const SOUND: Item = {
  ...keys.sending(OWN.instance_id),
  ...newSendingState("UTC", NOW),
  ...{ rev: 7, fence: 3, shard: 1, connected: true, counted: { day: "2026-11-20", sent: 4 } },
  ...{ slot_2: "msg_01", slot_2_chat: "mark0001" },
};

const GARBAGE = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, "", " ", 0, -1, 2 ** 53 - 1, 1.5, true, [], {}, new Uint8Array(3)),
  fc.constantFrom<unknown>("x".repeat(201), "y".repeat(100_000), "9999-12-31T00:00:00.000Z", { until: "" }, { a: "" }),
  fc.string(),
  fc.object({ maxDepth: 1, values: [fc.string(), fc.boolean(), fc.integer()] }),
);

describe("a sending state with any one field written wrong", () => {
  it("is mended, or can be worked with: no slot is held by what can't be a message's id", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FIELDS), GARBAGE, async (field, value) => {
        const table = new MemoryTable({ hook: strictTable });
        await table.write({ update: keys.receiving(OWN.instance_id), set: { fence: OWN.fence } });
        const stored = withGarbage(SOUND, field, value);
        if (isBrokenSending(stored)) {
          await table.write({ put: stored });
          await mendSending(table, OWN, stored, NOW);
        }
        const now = isBrokenSending(stored) ? table.peek(keys.sending(OWN.instance_id)) : stored;

        expect(now && isBrokenSending(now), field).toBe(false);
        const state = sendingOf(now, SEED);
        expect(soundState(state, "UTC", NOW), field).toEqual(state);
        expect(state.slots.every(({ message_id }) => message_id.length > 0 && message_id.length <= 200)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
