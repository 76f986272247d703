import { stateAt, stateField, storedState } from "../../domain/broadcasts/recipient-states.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { peoplePages } from "../../records/broadcasts/broadcast-pages.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import { type Claim, ConditionFailed } from "../../store/table.ts";
import type { StepOutcome } from "../sending/send-steps.ts";
import { completeBroadcast } from "./complete-broadcast.ts";
import { readStatePages } from "./sum-progress.ts";

/**
 * Completes a broadcast whose time is up. People still waiting are recorded as having waited too long. If a message is
 * already in transit, its recipient's state still depends on that message. Spec: broadcasts.
 */
export async function giveUpRest(deps: LaneDeps, own: Owner, broadcast: BroadcastRecord): Promise<StepOutcome> {
  const { id, instance_id: instance, gen } = broadcast;
  for (const [n, page] of (await readStatePages(deps.table, broadcast)).entries()) {
    const waiting = Array.from({ length: page.count }, (_, at) => at).filter((at) => stateAt(page, at) === null);
    if (waiting.length === 0) continue;
    const people = (await peoplePages.read(deps.table, instance, id, gen, n))?.people ?? [];
    const places = waiting.map((at) => keys.broadcastSent(instance, id, people[at]?.person ?? ""));
    const sent = new Set((await deps.table.getMany(places)).map(({ sk }) => sk));
    const left = waiting.filter((at) => !sent.has(keys.broadcastSent(instance, id, people[at]?.person ?? "").sk));
    if (left.length === 0) continue;
    const fields = left.map(stateField);
    const free: Claim[] = fields.map((field) => ({ field, is: "missing" }));
    const set = Object.fromEntries(fields.map((field) => [field, storedState("waited_too_long")]));
    try {
      await deps.table.write({ update: keys.broadcastPage(instance, id, gen, n), set, if: free });
    } catch (error) {
      if (error instanceof ConditionFailed) return "moved";
      throw error;
    }
  }
  return completeBroadcast(deps, own, broadcast);
}
