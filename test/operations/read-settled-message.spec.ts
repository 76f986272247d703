import { beforeEach, describe, expect, it } from "vitest";
import { readSettledMessage } from "../../core/operations/messages/read-message.ts";
import { keys } from "../../core/store/keys.ts";
import { ACCOUNT, type MessageWorld, messageWorld } from "../support/message-world.ts";

const CALLER = { account_id: ACCOUNT, instance_id: null };

describe("a message that is just going", () => {
  let world: MessageWorld;
  let id: string;
  /** Each wait is over at once. */
  let waits = 0;
  let goesAfter = 0;
  const change = (set: Record<string, unknown>) => world.table.write({ update: keys.message(ACCOUNT, id), set });
  const read = () => {
    const clock = {
      now: () => world.clock.now(),
      until: async () => {
        if (++waits === goesAfter) await change({ step: "done", status: "sent" });
      },
    };
    return readSettledMessage({ table: world.table, clock }, CALLER, id, world.clock.now());
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

    expect((await read()).message).toMatchObject({ step: "done", status: "sent" });
    expect(waits).toBe(6);
  });

  it("is returned as it is when that takes longer than two seconds", async () => {
    await change({ step: "sending" });

    expect((await read()).message).toMatchObject({ step: "sending" });
    expect(waits).toBe(40);
  });

  it("is not waited for when it waits for its turn, or has gone", async () => {
    for (const step of ["waiting", "done"]) {
      await change({ step });
      await read();
    }
    expect(waits).toBe(0);
  });
});
