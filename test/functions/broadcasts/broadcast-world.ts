import type { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { broadcastOf } from "../../../core/domain/broadcasts/broadcast-row.ts";
import { type RecipientState, stateField, storedState } from "../../../core/domain/broadcasts/recipient-states.ts";
import { type BroadcastRecord, broadcastRecords } from "../../../core/records/broadcasts/broadcast.ts";
import { keys } from "../../../core/store/keys.ts";
import { idOf, linkedWorld } from "../linked-world.ts";

/** Creates a linked instance at warm-up stage 4, people who wrote to it, and functions for its broadcasts. */
export async function broadcastWorld() {
  const world = await linkedWorld();
  const { ask, account, instance, table } = world;
  const sending = keys.sending(instance);
  await table.write({ update: sending, set: { stage: 4 } });

  const record = async (id: string): Promise<BroadcastRecord> => {
    const found = await broadcastRecords.read(table, account, id);
    if (!found) throw new Error("There is no such broadcast.");
    return found;
  };
  const people = async (id: string): Promise<string[]> => {
    const { gen } = await record(id);
    const pages = table.partition(keys.broadcastPage(instance, id, gen, 0).pk);
    const prefix = keys.broadcastPeople(instance, id, gen, 0).sk.slice(0, -4);
    const own = pages.filter(({ sk }) => sk.startsWith(prefix));
    return own.flatMap((page) => (page.people as { person: string }[]).map(({ person }) => person));
  };

  return {
    ...world,
    record,
    people,
    state: (set: Record<string, unknown>) => table.write({ update: sending, set }),
    /** Has a person send one message. */
    writes: (phone: string, name = "Ana") =>
      world.receive({ person: phone, phone, chat_id: `${phone}@s.whatsapp.net`, contact_name: name }),
    post: (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      ask("POST", "/v1/broadcasts", { instance_id: instance, text: "Hello", ...body }, headers),
    async made(body: Record<string, unknown> = {}): Promise<string> {
      const answer = await this.post({ audience: "recent", ...body });
      if (answer.status !== 201) throw new Error(`It was not made: ${answer.text}`);
      return idOf(answer);
    },
    async read(id: string): Promise<Broadcast> {
      return (await ask("GET", `/v1/broadcasts/${id}`)).body.data as Broadcast;
    },
    /** Returns the rows of broadcasts in the lane, by queue and id. */
    ownRows: () => world.rows().filter((row) => broadcastOf(row) !== null),
    /** Moves a recipient to a state the way the recipient's message does. */
    async reaches(id: string, place: number, state: RecipientState): Promise<void> {
      const { gen } = await record(id);
      const page = keys.broadcastPage(instance, id, gen, Math.floor(place / 100));
      await table.write({ update: page, set: { [stateField(place % 100)]: storedState(state) } });
    },
  };
}

export type BroadcastWorld = Awaited<ReturnType<typeof broadcastWorld>>;
