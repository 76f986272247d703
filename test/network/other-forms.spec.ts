import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TWO_FORMS } from "../support/two-forms.ts";
import type { BaileysClient } from "./support/baileys-client.ts";
import { at, OLGA, type Stage, setStage } from "./support/stage.ts";

const [RIO, RIO_LONG] = ["552187654321", "5521987654321"] as const;
const [LANDLINE, MOBILE] = ["541123456789", "5491123456789"] as const;

describe("a number that is written in two ways", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    for (const phone of [RIO, LANDLINE, MOBILE, ...TWO_FORMS.map(([, known]) => known)])
      await stage.sandbox.addPhone(phone, "Rio");
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  it.each(TWO_FORMS)("is answered with the network's form: %s by %s", async (asked, known) => {
    expect(await client.socket.onWhatsApp(asked)).toEqual([{ jid: at(known), exists: true }]);
    expect(await client.socket.onWhatsApp(known)).toEqual([{ jid: at(known), exists: true }]);
  });

  it("is nobody's when it is a landline's with a mobile's digit", async () => {
    await stage.sandbox.addPhone("551133334444", "Office");

    expect(await client.socket.onWhatsApp("5511933334444")).toEqual([]);
  });

  it("is two people's when both forms are phones", async () => {
    expect(await client.socket.onWhatsApp(LANDLINE)).toEqual([{ jid: at(LANDLINE), exists: true }]);
    expect(await client.socket.onWhatsApp(MOBILE)).toEqual([{ jid: at(MOBILE), exists: true }]);
  });

  it("takes messages in the network's form alone: those to the other are acknowledged and reach nobody", async () => {
    const lost = await client.text(at(RIO_LONG), "To the form that nobody has");
    const arrived = await client.text(at(RIO), "To the network's form");

    await client.until("both acknowledgements", () =>
      [lost, arrived].every((id) => client.seen.acknowledged.includes(id)),
    );
    expect((await stage.sandbox.messages(RIO)).map(({ id }) => id)).toEqual([arrived]);
  });

  it("is answered without an address while that fault lasts", async () => {
    await stage.sandbox.fault({ kind: "nameless_contacts", for_seconds: 60 });

    expect(await client.socket.onWhatsApp(RIO_LONG)).toEqual([]);

    await stage.sandbox.fault({ kind: "nameless_contacts", for_seconds: 0 });
    expect(await client.socket.onWhatsApp(RIO_LONG)).toEqual([{ jid: at(RIO), exists: true }]);
  });
});
