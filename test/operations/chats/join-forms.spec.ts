import { beforeEach, describe, expect, it } from "vitest";
import { moveToForm } from "../../../core/operations/receiving/move-to-form.ts";
import { receiveAtOnce } from "../../../core/operations/receiving/receive-message.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { handleRecheck } from "../../../session-service/lane/handle-recheck.ts";
import type { LaneMemory } from "../../../session-service/lane/lane-memory.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { lastBreath } from "../../support/last-breath.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { incomingHi } from "../../support/models/instance-model.ts";

/** Ana's number without its ninth digit, and both forms of an Argentine number. */
const SHORT = "551177770001";
const [LANDLINE, MOBILE] = ["541123456789", "5491123456789"];

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});
const personOf = (person: string): Record<string, unknown> => world.table.peek(keys.person(INSTANCE, person)) ?? {};
const put = (person: string, record: PersonRecord) =>
  world.table.write({ put: { ...keys.person(INSTANCE, person), ...record } });
const outgoing = () => world.messages().filter(({ direction }) => direction === "out");
/** Has the lane handle its rechecks, which process anything new that was learned about people. */
async function looks(): Promise<void> {
  const session = {} as SessionPort; // a look at a person asks nothing of the session
  const memory = {} as LaneMemory; // nor of what the lane does beside
  for (const row of world.rows().filter(({ sk }) => sk.startsWith("C#")))
    await handleRecheck(world.deps, world.own, session, memory, row);
}

describe("the first text of somebody who was written to by the other form of their number", () => {
  it("makes replies of what waits there, for the form by which they write, and one chat of both", async () => {
    await world.send("Waits", { to: SHORT });

    await world.write("By my own");
    await looks();

    expect(personOf(SHORT)).toMatchObject({ merged_into: ANA, waiting: 0 });
    expect(personOf(ANA)).toMatchObject({ received: 1, waiting: 0 });
    expect(outgoing()).toMatchObject([
      { person: ANA, phone: ANA, chat_id: `${ANA}@s.whatsapp.net`, to_asked: SHORT, class: "reply" },
    ]);
  });

  it("is no plain one: it is stored when both are one", async () => {
    await put(SHORT, { name: "Saved on the phone" });
    const incoming = { ...incomingHi(ANA, "3EB0", world.clock.now()), fence: world.own.fence };

    expect(await receiveAtOnce(world.deps, incoming)).toBeNull();
    expect(world.messages()).toEqual([]);
  });

  it.each([
    ["the network named it as its own", SHORT, ANA, { own_form: true }],
    ["its person wrote by it", SHORT, ANA, { last_in_at: "2026-03-01T10:00:00.000Z" }],
    ["it may be an Argentine landline", LANDLINE, MOBILE, { name: "The shop" }],
  ] as const)("leaves the other form alone when %s", async (_, other, writer, record) => {
    await put(other, record);

    await world.write("Hello", { phone: writer, person: writer, chat_id: `${writer}@s.whatsapp.net` });

    expect(personOf(other)).toMatchObject(record);
    expect(personOf(other)).not.toHaveProperty("merged_into");
    expect(personOf(writer)).toMatchObject({ received: 1 });
  });

  it("looks for the other form once, with one read", async () => {
    let looks = 0;
    const watched = world.table.withHook((operation, phase) => {
      if (phase === "before" && operation.kind === "get" && operation.key.sk === SHORT) looks++;
    });

    for (const text of ["One", "Two"]) await world.write(text, {}, watched);

    expect(looks).toBe(1);
  });
});

describe("a waiting message whose person the network knows by another form", () => {
  const row = () => {
    const [found] = world.rows().filter(({ sk }) => sk.startsWith("F#"));
    if (!found) throw new Error("Nothing waits.");
    return found;
  };
  const move = async (table: Table) => {
    const [message] = outgoing();
    if (message?.phone === SHORT) await moveToForm({ ...world.deps, table }, world.own, row(), message, ANA);
  };

  it.each([
    ["asks again", () => move(world.table)],
    ["finds what the lane's row says", looks],
  ])("waits for them once, whichever write was a process's last, when the next one %s", async (how, next) => {
    for (let death = 0, isOver = false; !isOver; death++) {
      world = await messageWorld();
      await world.send("Waits", { to: SHORT });

      isOver = await lastBreath(world.table, death, move);
      const wasMerged = personOf(SHORT).merged_into === ANA;
      await next();

      const isMoved = wasMerged || how === "asks again";
      const place = isMoved ? { person: ANA, phone: ANA, to_asked: SHORT } : { person: SHORT, phone: SHORT };
      expect(outgoing()).toMatchObject([{ ...place, class: "first", status: "queued", row: row().sk }]);
      expect(world.rows().filter(({ message_id }) => message_id !== undefined)).toMatchObject([
        { person: place.person },
      ]);
      const waiting = [SHORT, ANA].map((person) => personOf(person).waiting ?? 0);
      expect(waiting).toEqual(isMoved ? [0, 1] : [1, 0]);
    }
  });
});
