import { beforeEach, describe, expect, it } from "vitest";
import { settling } from "../../../core/operations/messages/read-message.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, type MessageWorld, messageWorld } from "../../support/message-world.ts";

describe("a message that is just going", () => {
  let world: MessageWorld;
  let id: string;
  /** Counts the waits. Each of them ends immediately. */
  let waits = 0;
  let goesAfter = 0;
  const change = (set: Record<string, unknown>) => world.table.write({ update: keys.message(ACCOUNT, id), set });
  const message = () => world.table.peek(keys.message(ACCOUNT, id)) as unknown as MessageRecord;
  /** Settles the message as a request does. */
  const settle = () => {
    const clock = {
      now: () => world.clock.now(),
      until: async () => {
        if (++waits === goesAfter) await change({ step: "done", status: "sent" });
      },
    };
    return settling({ table: world.table, clock });
  };

  beforeEach(async () => {
    world = await messageWorld();
    id = (await world.send("Hello")).message.id;
    waits = 0;
    goesAfter = 0;
  });

  it("is waited for until the network has it", async () => {
    await change({ step: "sending" });
    goesAfter = 6;

    expect(await settle()(message())).toMatchObject({ step: "done", status: "sent" });
    expect(waits).toBe(6);
  });

  it("is returned as it is when that takes longer than two seconds", async () => {
    await change({ step: "sending" });

    expect(await settle()(message())).toMatchObject({ step: "sending" });
    expect(waits).toBe(40);
  });

  it("is not waited for when it waits for its turn, or has gone", async () => {
    for (const step of ["waiting", "done"]) {
      await change({ step });
      await settle()(message());
    }
    expect(waits).toBe(0);
  });

  it("has two seconds in all, however often the request looks at it", async () => {
    await change({ step: "sending" });
    const settled = settle();
    await settled(message());
    await settled(message());
    expect(waits).toBe(40);
  });
});
