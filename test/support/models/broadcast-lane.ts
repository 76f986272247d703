import { LAST_STAGE } from "../../../core/contracts/protection.ts";
import { NEW_WARM_UP } from "../../../core/domain/protection/warm-up.ts";
import { sumProgress } from "../../../core/operations/broadcasts/sum-progress.ts";
import type { BroadcastRecord } from "../../../core/records/broadcasts/broadcast.ts";
import { noteSafety } from "../../../core/records/safety.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { makeBroadcast, someBroadcast, somebody } from "../made-broadcast.ts";
import { ACCOUNT, INSTANCE, laneStage } from "./lane-stage.ts";

const HOUR_MS = 3_600_000;
export const BRD = "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H";

/** Returns a British phone number, so it is daytime for its owner when it is daytime for the stage. */
export const phone = (n: number) => `44791${String(1_000_000 + n)}`;
/** The phone numbers of three people. */
export const PEOPLE = Array.from({ length: 3 }, (_, n) => phone(n));

/** Creates a number that has completed its warm-up, and people who wrote to it two days ago. */
export async function broadcastLane(
  people = PEOPLE,
  network: Parameters<typeof laneStage>[0] = {},
  stage: typeof NEW_WARM_UP.stage = LAST_STAGE,
  seen?: (table: Table) => Table,
) {
  const world = await laneStage(network, 1, 1, seen);
  const { table, sim } = world;
  await table.write({ update: keys.sending(INSTANCE), set: { stage } });
  await table.write(noteSafety(INSTANCE, { warm_up: { ...NEW_WARM_UP, stage } }));
  const wrote = async (person: string, fields: Record<string, unknown> = {}) => {
    const last_in_at = new Date(sim.start - 48 * HOUR_MS).toISOString();
    await table.write({ update: keys.person(INSTANCE, person), set: { last_in_at, phone: person, ...fields } });
  };
  for (const person of people) await wrote(person);
  const broadcast = (id = BRD) => table.peek(keys.broadcast(ACCOUNT, id)) as BroadcastRecord | null;
  return {
    ...world,
    wrote,
    broadcast,
    makeAt: (sec: number, fields: Partial<BroadcastRecord> = {}, to = people) =>
      world.at(sec, "api", (deps) => {
        const made = someBroadcast(deps.clock.now(), to.length, fields);
        return makeBroadcast(
          deps,
          made,
          to.map((one) => somebody(one)),
        );
      }),
    progress: async (id = BRD) => sumProgress(table, broadcast(id) as BroadcastRecord),
    events: (type: string) =>
      table
        .partition(keys.event(ACCOUNT, "").pk)
        .filter((event) => event.type === type)
        .map((event) => (JSON.parse(String(event.body)) as { data: Record<string, unknown> }).data),
  };
}
