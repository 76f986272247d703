import { beforeEach, describe, expect, it } from "vitest";
import { commitArrival } from "../../../core/operations/receiving/commit-arrival.ts";
import { decideArrival } from "../../../core/operations/receiving/decide-arrival.ts";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import { readArrival } from "../../../core/operations/receiving/read-arrival.ts";
import type { Ids } from "../../../core/ports.ts";
import { keys } from "../../../core/store/keys.ts";
import type { TableHook } from "../../support/memory-table.ts";
import { ACCOUNT, ANA, FENCE, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const GROUP = "120363020000000001@g.us";

describe("a message that comes in is read, decided and committed", () => {
  let world: MessageWorld;
  /** The requests to the table, in order. */
  let requests: ("read" | "write")[] = [];
  const watching: TableHook = (operation, phase) => {
    if (phase === "before") requests.push("writes" in operation ? "write" : "read");
  };
  const text = (change: Partial<IncomingMessage> = {}): IncomingMessage => ({
    account_id: ACCOUNT,
    instance_id: INSTANCE,
    fence: FENCE,
    network_id: "3EB0AA",
    chat_id: `${ANA}@s.whatsapp.net`,
    phone: ANA,
    person: ANA,
    participant: null,
    contact_name: "Ana",
    from_me: false,
    type: "text",
    body: "Hello",
    written_at: world.clock.now(),
    network_bytes: null,
    journal: null,
    ...change,
  });
  /** Creates IDs that are the same in every run. */
  const ids = (): Ids => {
    let n = 0;
    return { next: (prefix) => `${prefix}_${++n}`, random: (size) => Buffer.alloc(size) };
  };

  beforeEach(async () => {
    world = await messageWorld();
    await world.write("The first one, which makes them known");
  });

  it("by one request and one transaction, when it is a plain text", async () => {
    const table = world.table.withHook(watching);
    const deps = { ...world.deps, table };
    await world.write("One by which the process knows the day", {}, table);
    requests = [];

    const context = await readArrival(deps, text(), null);
    expect(requests).toEqual(["read"]);
    const decision = decideArrival(deps, text(), context, world.clock.now());
    expect(requests).toEqual(["read"]);
    if (decision.kind !== "store") throw new Error(`It was to be stored: ${decision.kind}`);
    expect(await commitArrival(deps, text(), decision.arrival)).toBeNull();
    expect(requests).toEqual(["read", "write"]);
  });

  it.each([
    ["a text", {}],
    ["a word that ends broadcasts", { body: "STOP" }],
    ["a text that was typed on the phone", { from_me: true }],
    ["a text in a group", { chat_id: GROUP, participant: ANA }],
    ["a post of others in a channel", { chat_id: "120363020000000001@newsletter", person: "x" }],
    ["the first text with both of a person's names", { private_id: "77@lid" }],
  ])("%s is decided from what was read alone: the same again, whatever has changed since", async (_which, change) => {
    const incoming = text(change);
    const context = await readArrival(world.deps, incoming, null);
    const now = world.clock.now();
    const first = decideArrival({ ids: ids() }, incoming, context, now);
    await world.write("Another one");
    expect(decideArrival({ ids: ids() }, incoming, context, now)).toEqual(first);
  });

  it("and a decision that has been overtaken is refused: the next reading knows why", async () => {
    const decisions = [await decided(text()), await decided(text()), await decided(text({ network_id: "3EB0BB" }))];
    const [stored, repeated, overtaken] = await inTurn(decisions.map((arrival) => () => commit(arrival)));
    expect(stored).toBeNull();
    expect(repeated).toMatchObject({ isStored: true });
    expect(overtaken).toMatchObject({ isStored: false });
    expect((await readArrival(world.deps, text(), repeated ?? null)).course).toEqual({ kind: "known" });
    expect((await readArrival(world.deps, text({ network_id: "3EB0BB" }), overtaken ?? null)).course.kind).toBe(
      "store",
    );
  });

  it("and on another day than the receiving state holds, it refuses with that state", async () => {
    const arrival = await decided(text());
    await world.table.write({ update: keys.receiving(INSTANCE), set: { day: "2001-01-01" } });
    const refused = await commit(arrival);
    expect(refused).toMatchObject({ isStored: false, receiving: { day: "2001-01-01" } });
    expect((await readArrival(world.deps, text(), refused)).day).toMatchObject({ receiving: { day: "2001-01-01" } });
  });

  async function decided(incoming: IncomingMessage) {
    const context = await readArrival(world.deps, incoming, null);
    const decision = decideArrival(world.deps, incoming, context, world.clock.now());
    if (decision.kind !== "store") throw new Error(`It was to be stored: ${decision.kind}`);
    return decision.arrival;
  }
  const commit = (arrival: Awaited<ReturnType<typeof decided>>) => commitArrival(world.deps, text(), arrival);
});

async function inTurn<T>(jobs: (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const job of jobs) results.push(await job());
  return results;
}
