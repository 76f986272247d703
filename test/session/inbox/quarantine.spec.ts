import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askRetry } from "../../../core/operations/quarantine/ask-retry.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { listQuarantine } from "../../../core/records/quarantine.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Write } from "../../../core/store/table.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableHook } from "../../support/memory-table.ts";
import { SessionWorld } from "../support/session-world.ts";

/** Texts whose items the table refuses, as DynamoDB refuses items that are too large or have invalid keys. */
const refused = new Set<string>();
const commits: Write[][] = [];
const refusing: TableHook = (operation, phase) => {
  if (!("writes" in operation)) return;
  if (phase === "after") {
    commits.push(operation.writes);
    return;
  }
  const isMeant = (write: Write) => {
    const { gsi2pk: _list, ...fields } = "put" in write ? write.put : "update" in write ? (write.set ?? {}) : {};
    const { input: _kept, part: _part, ...rest } = fields as Record<string, unknown>;
    return [...refused].some((text) => JSON.stringify(rest).includes(text));
  };
  if (operation.writes.some(isMeant)) {
    throw Object.assign(new Error("One or more parameter values were invalid."), { name: "ValidationException" });
  }
};

describe("what can never be stored", () => {
  let world: SessionWorld;
  let instance: string;
  const journalRows = () =>
    world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("journal#"));
  const isQuarantined = (write: Write) => "update" in write && write.update.pk === keys.quarantine(instance, "").pk;
  beforeAll(async () => {
    world = await SessionWorld.create(refusing);
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  const write = async (text: string) => (await world.stage.sandbox.write(ANA, { to: OLGA, text })).id;
  const record = (networkId: string): Promise<MessageRecord> =>
    eventually("the message", () => world.messages().find(({ network_id }) => network_id === networkId));
  const arrives = async (text: string) => expect(await record(await write(text))).toMatchObject({ body: text });
  const quarantined = async () =>
    (await listQuarantine(world.table, instance)).map(({ id, kind, state, error_class, tries, times, is_cut }) => {
      return { id, kind, state, error_class, tries, times, is_cut };
    });
  const received = ({ id }: MessageRecord) => world.events("message.received").filter((event) => event.id === id);
  const retry = async () => {
    for (const row of await listQuarantine(world.table, instance)) await askRetry(world.deps(), row);
  };

  it("does not hold up what comes behind it: customers are told that it came, and it can be tried again", async () => {
    refused.add("poison");
    const poisoned = await write("This is poison");
    await arrives("Still there?");

    const standIn = await record(poisoned);
    expect(standIn).toMatchObject({ type: "text", body: null, phone: ANA, error_code: "unreadable" });
    expect(received(standIn)).toMatchObject([{ body: null, error_code: "unreadable", status: "received" }]);
    expect(await quarantined()).toMatchObject([
      { kind: "message", state: "held", error_class: "ValidationException", tries: 3, times: 1, is_cut: false },
    ]);
    expect(journalRows()).toEqual([]);
    const together = commits.find((writes) => writes.some((write) => "put" in write && write.put.id === standIn.id));
    expect(together?.some(isQuarantined)).toBe(true);
    expect(together?.some((write) => "delete" in write && write.delete.sk.startsWith("journal#"))).toBe(true);

    // The message still can't be stored, so it goes back into the quarantine.
    await retry();
    await eventually("the second try", async () => (await quarantined())[0]?.times === 2);
    expect(await quarantined()).toMatchObject([{ state: "held" }]);
    await arrives("And after that?");

    refused.clear();
    await retry();
    await eventually("the third try", async () => (await quarantined()).length === 0);
    expect(world.message(standIn.id)).toMatchObject({ body: "This is poison", error: null, error_code: null });
    expect(received(standIn).map(({ body, error_code }) => [body, error_code])).toEqual([
      [null, "unreadable"],
      ["This is poison", null],
    ]);
    expect(world.messages().filter(({ network_id }) => network_id === poisoned)).toHaveLength(1);
  });

  it("leaves a message as it was when it is something done to one", async () => {
    const message = await record(await write("Nice?"));
    refused.add("☠");
    await world.stage.sandbox.act(ANA, message.network_id ?? "", "react", { emoji: "☠" });
    await arrives("Behind the reaction");

    expect(await quarantined()).toMatchObject([{ kind: "message", state: "held" }]);
    expect(world.message(message.id)).toMatchObject({ body: "Nice?", reactions: null, error_code: null });
    expect(world.events("message.reaction")).toEqual([]);
    expect(journalRows()).toEqual([]);

    refused.clear();
    await retry();
    await eventually("the reaction", () => world.events("message.reaction").length === 1);
    await eventually("the row to be gone", async () => (await quarantined()).length === 0);
  });

  it("does not come back with the journal, whoever owns the instance next", async () => {
    refused.add("poison");
    await write("More poison");
    await arrives("Before the restart");
    const before = await quarantined();
    await world.change(instance, "stop");
    await world.reaches(instance, "stopped");
    await world.change(instance, "start");
    await world.reaches(instance, "working");

    await arrives("After the restart");
    expect(await quarantined()).toEqual(before);
    refused.clear();
  });
});
