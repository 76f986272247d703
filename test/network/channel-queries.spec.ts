import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { type ChannelMetadata, channelDevice } from "./support/channel-device.ts";
import { ANA, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

/** The numbers that the network uses to identify the queries. */
const CREATE = "25149874324715067";
const LIST = "25399611239711790";
const METADATA = "27456920720571478";
const OLDER_METADATA = "6563316087068696";
const UPDATE = "24250201037901610";
const FOLLOW = "24404358912487870";
const FOLLOWERS = "27472091235714801";

const PICTURE = Buffer.from("a picture");

let stage: Stage;
let client: BaileysClient;
let device: ReturnType<typeof channelDevice>;
beforeAll(async () => {
  stage = await setStage();
  client = stage.newClient();
  await client.link(stage.sandbox, OLGA);
  device = channelDevice(client);
});
afterAll(() => stage.tearDown());

/** Creates a channel owned by Ana. */
const anas = async (followers: string[] = []) =>
  (await stage.sandbox.request<{ chat_id: string }>("POST", "/channels", { name: "Ana's", owner: ANA, followers }))
    .chat_id;

const create = async (input: object) => (await device.ask(CREATE, { input })).data?.xwa2_newsletter_create;

const list = async () => {
  const variables = { fetch_wamo_sub: false, fetch_status_metadata: false };
  return (await device.ask<ChannelMetadata[]>(LIST, variables)).data?.xwa2_newsletter_subscribed ?? [];
};

const metadata = async (key: string) => {
  const variables = { fetch_viewer_metadata: true, input: { key, type: "JID" } };
  return (await device.ask<ChannelMetadata | null>(OLDER_METADATA, variables)).data?.xwa2_newsletter;
};

const change = (id: string, changes: object) => stage.sandbox.request("PATCH", `/channels/${id}`, changes);

describe("a channel", () => {
  it("is told of without its picture when it was just made, and with it later", async () => {
    const made = await create({ name: "Soup", description: "Of the day", picture: PICTURE.toString("base64") });
    expect(made).toMatchObject({ thread_metadata: { picture: null }, viewer_metadata: { role: "OWNER" } });

    const picture = (await metadata(made?.id ?? ""))?.thread_metadata.picture;
    expect(Buffer.from(await (await fetch(picture?.url ?? "")).arrayBuffer())).toEqual(PICTURE);
    const without = await device.ask(UPDATE, { newsletter_id: made?.id, updates: { picture: "", name: "Soups" } });
    expect(without.data?.xwa2_newsletter_update).toMatchObject({
      thread_metadata: { picture: null, name: { text: "Soups" } },
    });
    expect(without.data?.xwa2_newsletter_update).not.toHaveProperty("viewer_metadata");
  });

  it("is made only by who has accepted the notice about it", async () => {
    await stage.sandbox.request("POST", `/phones/${OLGA}/channel-terms`, { accepted: false });
    const refused = await device.ask(CREATE, { input: { name: "Too early" } });
    expect(refused.errors?.[0]?.extensions.error_code).toBe(403);

    await device.acceptNotice("1");
    expect(await create({ name: "The wrong notice" })).toBeUndefined();
    await device.acceptNotice("20601217");
    expect(await create({ name: "Now" })).toMatchObject({ state: { type: "ACTIVE" } });
  });

  it("has an owner, admins, followers and guests", async () => {
    const id = await anas();
    const role = async () => (await metadata(id))?.viewer_metadata?.role;
    expect(await role()).toBe("GUEST");
    await device.ask(FOLLOW, { newsletter_id: id });
    expect(await role()).toBe("SUBSCRIBER");
    const refused = await device.ask(FOLLOWERS, { input: { newsletter_id: id, count: 10 } });
    expect(refused.errors?.[0]?.extensions.error_code).toBe(403);

    await stage.sandbox.request("POST", `/channels/${id}/admins`, { action: "add", phones: [OLGA] });
    expect(await role()).toBe("ADMIN");
    const told = await device.ask<object>(FOLLOWERS, { input: { newsletter_id: id, count: 10 } });
    expect(told.data?.xwa2_newsletter_followers).toMatchObject({
      followers: { edges: [{ role: "OWNER" }, { role: "ADMIN" }] },
    });
    await expect(client.socket.newsletterDelete(id)).rejects.toThrow("Forbidden");
    // The library confuses the admin invite query with the follower query.
    await expect(client.socket.newsletterSubscribers(id)).rejects.toThrow("unexpected response structure");
  });

  it("is listed to who follows or owns it, after its end as deleted", async () => {
    const [followed, other] = [await anas([OLGA]), await anas([BEN])];
    expect((await list()).map(({ id }) => id)).toContain(followed);
    expect((await list()).map(({ id }) => id)).not.toContain(other);

    await stage.sandbox.request("DELETE", `/channels/${followed}`);
    expect((await list()).find(({ id }) => id === followed)?.state.type).toBe("DELETED");
    expect(await metadata(followed)).toBeNull();
    const refused = await device.ask(FOLLOW, { newsletter_id: followed });
    expect(refused.errors?.[0]?.extensions.error_code).toBe(404);
  });

  it("that is not open in this country is described as such, and nothing more", async () => {
    const id = await anas();
    await change(id, { state: "GEOSUSPENDED", picture: PICTURE.toString("base64") });
    expect((await metadata(id))?.state.type).toBe("GEOSUSPENDED");
    expect((await device.ask(FOLLOW, { newsletter_id: id })).errors?.[0]?.extensions.error_code).toBe(451);
  });
});

describe("the newer queries", () => {
  it("are refused without one of their variables, whatever its value", async () => {
    expect((await device.ask(LIST, {})).errors?.[0]?.message).toBe("Bad Request");
    const input = { key: await anas(), type: "JID", view_role: "GUEST" };
    const flags = { fetch_full_image: true, fetch_creation_time: true, fetch_wamo_sub: false };
    const most = { input, ...flags, fetch_viewer_metadata: false, fetch_status_metadata: false };
    expect((await device.ask(METADATA, most)).errors).toHaveLength(1);
    const whole = await device.ask(METADATA, { ...most, fetch_pinned_messages: false });
    expect(whole.data?.xwa2_newsletter).toMatchObject({ id: input.key, viewer_metadata: null });
  });

  it("can be retired, and come back", async () => {
    await stage.sandbox.fault({ kind: "retire_queries", ids: [LIST, CREATE] });
    expect((await device.ask(LIST, { fetch_wamo_sub: false, fetch_status_metadata: false })).errors).toMatchObject([
      { message: "Unknown query", extensions: { error_code: 400 } },
    ]);
    expect(await create({ name: "Never made" })).toBeUndefined();
    await stage.sandbox.fault({ kind: "retire_queries", ids: [LIST, CREATE], for_seconds: 0 });
    expect((await list()).map(({ thread_metadata }) => thread_metadata.name.text)).not.toContain("Never made");
  });

  it("can be carried out and answered in another shape", async () => {
    const names: string[] = [];
    for (const how of ["renamed", "emptied", "null"]) {
      await stage.sandbox.fault({ kind: "reshape_queries", ids: [CREATE], how });
      expect((await create({ name: how }))?.id).toBeUndefined();
      names.push(how);
    }
    await stage.sandbox.fault({ kind: "reshape_queries", ids: [CREATE], how: "garbled" });
    await expect(create({ name: "garbled" })).rejects.toThrow(SyntaxError);
    const listed = (await list()).map(({ thread_metadata }) => thread_metadata.name.text);
    expect(listed).toEqual(expect.arrayContaining([...names, "garbled"]));
  });
});
