import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, OLGA, type Stage, setStage } from "./support/stage.ts";

interface Profile {
  readonly name: string;
  readonly about: string;
  readonly picture: string | null;
}

const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("a picture")]);

describe("profiles", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await client.until("the keys for settings", () => client.auth.creds.me?.name === "Olga" || undefined);
  });
  afterAll(() => stage.tearDown());

  const profile = (phone: string) => stage.sandbox.request<Profile>("GET", `/phones/${phone}/profile`);
  const setPicture = (attrs: Record<string, string>, content?: Buffer) =>
    client.socket.query({
      tag: "iq",
      attrs: { to: "@s.whatsapp.net", type: "set", xmlns: "w:profile:picture", ...attrs },
      ...(content ? { content: [{ tag: "picture", attrs: { type: "image" }, content }] } : {}),
    });

  it("show the device a person's picture and what they say of themselves", async () => {
    await stage.sandbox.write(ANA, { to: OLGA, text: "we know each other" });
    await expect(client.socket.profilePictureUrl(at(ANA), "image")).rejects.toThrow("item-not-found");
    const told = new Promise((resolve) =>
      client.socket.ev.on("contacts.update", (changes) => {
        const change = changes.find(({ imgUrl }) => imgUrl !== undefined);
        if (change) resolve(change);
      }),
    );
    await stage.sandbox.request("POST", `/phones/${ANA}/picture`, { data: PICTURE.toString("base64") });
    expect(await told).toMatchObject({ id: at(ANA), imgUrl: "changed" });

    const url = await client.socket.profilePictureUrl(at(ANA), "image");
    expect(Buffer.from(await (await fetch(url ?? "")).arrayBuffer())).toEqual(PICTURE);
    await stage.sandbox.request("POST", `/phones/${ANA}/about`, { about: "At the sea" });
    expect(await client.socket.fetchStatus(at(ANA))).toMatchObject([{ status: { status: "At the sea" } }]);
  });

  it("are changed by the device: picture, words, name", async () => {
    await setPicture({}, PICTURE);
    await client.socket.updateProfileStatus("Open 9 to 5");
    await client.socket.updateProfileName("Olga's shop");

    expect(await profile(OLGA)).toMatchObject({
      name: "Olga's shop",
      about: "Open 9 to 5",
      picture: PICTURE.toString("base64"),
    });
    await setPicture({});
    expect((await profile(OLGA)).picture).toBeNull();
  });

  it("of groups are changed by admins only once the group's details are theirs alone", async () => {
    const { chat_id } = await stage.sandbox.newGroup({ subject: "Tea", owner: ANA, participants: [OLGA] });
    await setPicture({ target: chat_id }, PICTURE);
    expect(await stage.sandbox.request("GET", `/groups/${chat_id}/picture`)).toEqual({
      picture: PICTURE.toString("base64"),
    });
    await stage.sandbox.changeGroup(chat_id, { info_admins_only: true });
    await expect(setPicture({ target: chat_id }, PICTURE)).rejects.toMatchObject({ data: 403 });
    await expect(setPicture({ target: at(ANA) }, PICTURE)).rejects.toMatchObject({ data: 403 });
  });

  it("can't be asked for while the network refuses such questions", async () => {
    await stage.sandbox.fault({ kind: "refuse_queries", namespace: "w:g2", code: 429, for_seconds: 600 });
    await expect(client.socket.groupFetchAllParticipating()).rejects.toMatchObject({ data: 429 });
    expect(await client.socket.fetchBlocklist()).toEqual([]);
    await stage.sandbox.fault({ kind: "refuse_queries", for_seconds: 0 });
  });

  it("leaves nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});
