import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";
import { picture } from "../support/sample-files.ts";

const SHOP = "5511988880000";
const ANA = "5511977770001";
const HOUR_SEC = 3_600;

interface Shown {
  id: string;
  media: { url: string } | null;
}

describe("an account whose operator shortens its retention", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1" });
    await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const messages = async () => (await gateway.api<{ data: Shown[] }>("GET", "/v1/messages")).body.data;
  const events = async () =>
    (await gateway.api<{ data: { type: string }[] }>("GET", "/v1/events?types=message.received")).body.data;
  const shorten = async (days: number) => {
    const { TABLE_NAME: _none, ...env } = process.env;
    const words = `account update --account ${gateway.accountId} --retention-days ${days}`.split(" ");
    return JSON.parse((await runAdmin(words, { ...env, DATA_DIR: folder.path })).stdout) as unknown;
  };

  it("has what is older deleted with its files, and its events a day later", async () => {
    const media = { data: (await picture("jpeg")).toString("base64"), mimetype: "image/jpeg" };
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, media });
    const file = await eventually("the picture", async () => (await messages()).find((one) => one.media?.url)?.media);
    expect((await fetch(file.url)).status).toBe(200);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 22 * HOUR_SEC });
    const fresh = (await messages())[0]?.media?.url ?? "";

    expect(await shorten(1)).toMatchObject({ retention_days: 1 });
    await gateway.sandbox("POST", "/clock", { advance_seconds: HOUR_SEC });
    expect(await messages()).toHaveLength(1);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 2 * HOUR_SEC });

    await eventually("no message is left", async () => (await messages()).length === 0);
    expect((await fetch(fresh)).status).not.toBe(200);
    expect(await events()).toHaveLength(1);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 25 * HOUR_SEC });
    await eventually("no event is left", async () => (await events()).length === 0);
  });
});
