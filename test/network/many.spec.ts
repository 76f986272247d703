import { describe, expect, it } from "vitest";
import { ANA, at, setStage } from "./support/stage.ts";

const DEVICES = 20;

describe("one network", () => {
  it("serves many phones with linked devices at once", async () => {
    const stage = await setStage();
    const phones = Array.from({ length: DEVICES }, (_, n) => String(15550002000 + n));
    const clients = await Promise.all(
      phones.map(async (phone) => {
        await stage.sandbox.addPhone(phone, `Owner ${phone}`);
        const client = stage.newClient();
        await client.link(stage.sandbox, phone);
        return client;
      }),
    );

    const sent = await Promise.all(clients.map((client, n) => client.text(at(ANA), `from ${phones[n]}`)));
    const answers = await Promise.all(
      phones.map((phone) => stage.sandbox.write(ANA, { to: phone, text: `to ${phone}` })),
    );

    await Promise.all(clients.map((client, n) => client.message(answers[n]?.id ?? "")));
    const shown = await stage.sandbox.messages(ANA);
    expect(
      shown
        .filter(({ from }) => from !== ANA)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...sent].sort());
    await expect.poll(() => stage.network.isIdle()).toBe(true);
    await stage.tearDown();
  });
});
