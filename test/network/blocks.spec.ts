import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const HIDDEN = "15550001051";

describe("whom an account has blocked", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    await stage.sandbox.addPhone(HIDDEN, "Hidden");
    await stage.sandbox.changePhone(HIDDEN, { hide_number: true });
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  const blocked = async () => (await stage.sandbox.request<{ data: string[] }>("GET", `/phones/${OLGA}/blocked`)).data;
  const privateIdOf = async (phone: string) => (await stage.sandbox.phone(phone)).private_id;
  const ask = (attrs: Record<string, string>) =>
    client.socket.query({
      tag: "iq",
      attrs: { to: "@s.whatsapp.net", type: "set", xmlns: "blocklist" },
      content: [{ tag: "item", attrs }],
    });

  it("shows on the phone when a device does it", async () => {
    await client.socket.updateBlockStatus(at(BEN), "block");
    expect(await blocked()).toEqual([BEN]);

    await client.socket.updateBlockStatus(at(BEN), "unblock");
    expect(await blocked()).toEqual([]);
  });

  it("needs the private id and exactly one other identifier, as the network asks for", async () => {
    const jid = await privateIdOf(ANA);

    const refused: Record<string, string>[] = [
      { action: "block", jid: at(ANA) },
      { action: "block", jid },
      { action: "block", jid, pn_jid: at(ANA), username: "ana" },
      { action: "block", jid, pn_jid: at(BEN) },
      { action: "block", jid, unknown_identifier: "yes" },
      { action: "unblock", jid: at(ANA) },
      { action: "mute", jid, pn_jid: at(ANA) },
      { action: "block", jid: await privateIdOf(OLGA), pn_jid: at(OLGA) },
    ];
    for (const attrs of refused) {
      await expect(ask(attrs), JSON.stringify(attrs)).rejects.toMatchObject({ data: 400 });
    }
    await expect(ask({ action: "unblock", jid: "1@lid" })).rejects.toMatchObject({ data: 404 });
    expect(await blocked()).toEqual([]);
  });

  it("takes a person whose number is hidden by the words that it is unknown, and lets go by the private id alone", async () => {
    const jid = await privateIdOf(HIDDEN);

    await ask({ action: "block", jid, unknown_identifier: "true" });
    expect(await client.socket.fetchBlocklist()).toEqual([jid]);

    await ask({ action: "unblock", jid });
    expect(await client.socket.fetchBlocklist()).toEqual([]);
  });

  it("may be told of behind another change, which the library does not see", async () => {
    const notice = new Promise<string[]>((resolve) =>
      client.socket.ws.once("CB:notification,type:account_sync", ({ content }) =>
        resolve(content.map(({ tag }: { tag: string }) => tag)),
      ),
    );
    await stage.sandbox.request("POST", `/phones/${OLGA}/block`, { phone: ANA, beside_another_change: true });

    expect(await notice).toEqual(["disappearing_mode", "blocklist"]);
    await stage.sandbox.request("POST", `/phones/${OLGA}/block`, { phone: BEN });
    await client.until("the second block", () => client.seen.blocks.length > 0 || undefined);
    expect(client.seen.blocks).toEqual([{ blocklist: [await privateIdOf(BEN)], type: "add" }]);
    expect(await client.socket.fetchBlocklist()).toHaveLength(2);
  });
});

describe("a question that is carried out and not answered", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  it("is done though nobody hears of it, in the namespace that was named", async () => {
    await stage.sandbox.fault({ kind: "silent_queries", xmlns: "blocklist", for_seconds: 600 });
    const jid = (await stage.sandbox.phone(ANA)).private_id;

    await expect(
      client.socket.query(
        {
          tag: "iq",
          attrs: { to: "@s.whatsapp.net", type: "set", xmlns: "blocklist" },
          content: [{ tag: "item", attrs: { action: "block", jid, pn_jid: at(ANA) } }],
        },
        300,
      ),
    ).rejects.toThrow("Timed Out");

    expect(await stage.sandbox.request("GET", `/phones/${OLGA}/blocked`)).toEqual({ data: [ANA] });
    await client.socket.fetchPrivacySettings(true);
    await stage.sandbox.fault({ kind: "silent_queries", for_seconds: 0 });
    expect(await client.socket.fetchBlocklist()).toEqual([jid]);
  });
});
