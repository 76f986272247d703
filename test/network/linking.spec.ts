import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ANA, OLGA, type Stage, setStage } from "./support/stage.ts";

describe("linking by QR", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await setStage();
  });
  afterEach(() => stage.tearDown());

  it("asks the client to connect again and then lets it in", async () => {
    const client = stage.newClient();

    client.connect();
    const phone = await stage.sandbox.scan(OLGA, await client.qr());
    const closedWith = await client.closed();
    client.connect();
    await client.opened();

    expect(phone.linked_devices).toHaveLength(1);
    expect(closedWith).toBe(515);
    expect(client.socket.user?.id).toBe(`${OLGA}:1@s.whatsapp.net`);
    expect(client.socket.user?.lid).toBe((await stage.sandbox.phone(OLGA)).private_id.replace("@", ":1@"));
  });

  it("gives a new device the keys for shared settings and an empty history, so that it does not wait for them", async () => {
    const client = stage.newClient();

    await client.link(stage.sandbox, OLGA);

    await client.until("the first sync", () => client.auth.creds.accountSyncCounter > 0 || undefined);
    expect(client.auth.creds.myAppStateKeyId).toBeTypeOf("string");
  });

  it("refuses a code that nobody shows", async () => {
    const unknown = ["ref", ...Array.from({ length: 3 }, () => Buffer.alloc(32).toString("base64"))].join(",");

    await expect(stage.sandbox.scan(OLGA, unknown)).rejects.toMatchObject({ status: 422, code: "unknown_code" });
    await expect(stage.sandbox.scan(OLGA, "no code at all")).rejects.toMatchObject({ status: 422 });
  });

  it("refuses a code whose device is gone", async () => {
    const client = stage.newClient();
    client.connect();
    const code = await client.qr();
    await client.disconnect();

    await expect
      .poll(() => stage.sandbox.scan(OLGA, code).catch((error) => error))
      .toMatchObject({ status: 409, code: "code_expired" });
  });

  it("refuses a code with the wrong secret and leaves nothing behind", async () => {
    const client = stage.newClient();
    client.connect();
    const fields = (await client.qr()).split(",");
    fields[3] = Buffer.alloc(32, 7).toString("base64");

    await expect(stage.sandbox.scan(OLGA, fields.join(","))).rejects.toMatchObject({
      status: 409,
      code: "link_failed",
    });
    expect((await stage.sandbox.phone(OLGA)).linked_devices).toEqual([]);
  });

  it("keeps the link over a restart of the network", async () => {
    const client = stage.newClient();
    await client.link(stage.sandbox, OLGA);

    await stage.network.stop();
    expect(await client.closed()).toBe(428);
    await stage.startAgain();
    client.connect();
    await client.opened();

    expect((await stage.sandbox.phone(OLGA)).linked_devices).toHaveLength(1);
  });

  it("ends with 401 when the owner unlinks, and does not let the device in again", async () => {
    const client = stage.newClient();
    await client.link(stage.sandbox, OLGA);

    await stage.sandbox.unlink(OLGA);

    expect(await client.closed()).toBe(401);
    client.connect();
    expect(await client.closed()).toBe(401);
  });

  it("ends when the client logs out", async () => {
    const client = stage.newClient();
    await client.link(stage.sandbox, OLGA);

    await client.socket.logout();

    await expect.poll(async () => (await stage.sandbox.phone(OLGA)).linked_devices).toEqual([]);
  });

  it("closes the older of two connections of one device", async () => {
    const older = stage.newClient();
    await older.link(stage.sandbox, OLGA);
    const newer = stage.newClient();
    Object.assign(newer, { auth: older.auth });

    newer.connect();
    await newer.opened();

    expect(await older.closed()).toBe(440);
  });

  it("links several devices to one phone, each with a number of its own", async () => {
    const first = stage.newClient();
    const second = stage.newClient();
    await first.link(stage.sandbox, OLGA);
    await second.link(stage.sandbox, OLGA);

    const { id } = await stage.sandbox.write(ANA, { to: OLGA, text: "to both" });

    expect((await first.message(id)).message.key.fromMe).toBe(false);
    expect((await second.message(id)).message.key.fromMe).toBe(false);
    expect((await stage.sandbox.phone(OLGA)).linked_devices.map(({ device }) => device)).toEqual([1, 2]);
  });

  it("tells a device whether the account is a business", async () => {
    const { business } = await stage.sandbox.request<{ business: boolean }>("POST", "/phones", {
      phone: "15550001055",
      name: "Shop",
      business: true,
    });
    expect(business).toBe(true);
    const client = stage.newClient();
    await client.link(stage.sandbox, "15550001055");
    expect(client.auth.creds.platform).toBe("smba");
  });
});
