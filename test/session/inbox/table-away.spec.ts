import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Write } from "../../../core/store/table.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableHook } from "../../support/memory-table.ts";
import { SessionWorld } from "../support/session-world.ts";

/** The error with which the table refuses each commit that stores keys; null while it accepts them. */
let refusal: string | null = null;
let refused = 0;
const refusing: TableHook = async (operation, phase) => {
  if (phase === "after" || refusal === null || !("writes" in operation)) return;
  if (!operation.writes.some(storesKeys)) return;
  refused++;
  throw Object.assign(new Error(refusal), { name: refusal });
};
const storesKeys = (write: Write) => "put" in write && /^(session|sender-key)#/.test(write.put.sk);

describe("messages that arrive while the table refuses their keys", () => {
  let world: SessionWorld;
  beforeAll(async () => {
    world = await SessionWorld.create(refusing);
    await world.startTask();
    await world.link(await world.addInstance(), OLGA);
    for (const person of [ANA, BEN]) await arrives(person, `The first one of ${person}`);
  });
  afterAll(() => world.tearDown());

  const arrives = async (person: string, text: string) => {
    await world.stage.sandbox.write(person, { to: OLGA, text });
    await eventually("it", () => world.messages().some(({ body }) => body === text));
  };

  it.each(["AccessDeniedException", "ThrottlingException"])(
    "are stored in order after %s, although their writers' phones are off by then",
    async (name) => {
      refusal = name;
      refused = 0;
      const texts = [1, 2, 3, 4].map((n) => `${name} ${n}`);
      for (const text of texts)
        for (const person of [ANA, BEN])
          await world.stage.sandbox.write(person, { to: OLGA, text: `${text} ${person}` });
      // More refusals than the library makes attempts on one line.
      await eventually("several refusals", () => refused > 6);
      for (const person of [ANA, BEN]) await world.stage.sandbox.changePhone(person, { online: false });
      refusal = null;
      const told = () => world.events("message.received").map(({ body }) => String(body));
      for (const person of [ANA, BEN]) {
        const written = texts.map((text) => `${text} ${person}`);
        await eventually("all of them", () => written.every((text) => told().includes(text)));
        expect(told().filter((text) => written.includes(text))).toEqual(written);
        await world.stage.sandbox.changePhone(person, { online: true });
      }
    },
  );
});
