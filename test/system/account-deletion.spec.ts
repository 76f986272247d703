import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { anotherAccount, depsOf } from "../support/another-account.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";
import { picture } from "../support/sample-files.ts";

const SHOP = "5511988880000";
const BANNED = "5511988880001";
const ANA = "5511977770001";
const DAY_SEC = 86_400;

describe("an account that its operator deletes", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1" });
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const admin = async (words: string) => {
    const { TABLE_NAME: _none, ...env } = process.env;
    const { stdout } = await runAdmin(words.split(" "), { ...env, DATA_DIR: folder.path });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const pass = (seconds: number) => gateway.sandbox("POST", "/clock", { advance_seconds: seconds });
  const write = (text: string) => gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text });

  it("stops at once, is kept for a week, and then is gone with a number that is banned; another one stays", async () => {
    const instance = (await linkNumber(gateway, SHOP)).id;
    await linkNumber(gateway, BANNED);
    const other = await anotherAccount(gateway);
    const media = { data: (await picture("jpeg")).toString("base64"), mimetype: "image/jpeg" };
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, media });
    const link = await eventually("the picture", async () => {
      const { body } = await gateway.api<{ data: { media: { url: string } | null }[] }>("GET", "/v1/messages");
      return body.data.find((one) => one.media?.url)?.media?.url;
    });
    await gateway.sandbox("POST", `/phones/${BANNED}/ban`, { seconds: 300 * DAY_SEC });
    await eventually("the ban", async () => {
      const { body } = await gateway.api<{ data: { status_reason: string }[] }>("GET", "/v1/instances");
      return body.data.some(({ status_reason }) => status_reason === "restricted");
    });
    const ofAccount = `--account ${gateway.accountId}`;

    expect(await admin(`account delete ${ofAccount}`)).toMatchObject({ delete_at: expect.any(String) });

    expect(await gateway.api("GET", "/v1/instances")).toMatchObject({
      status: 403,
      body: { code: "account_suspended" },
    });
    await pass(6 * DAY_SEC);
    await write("It is not received any more");
    expect(await admin(`account show ${ofAccount}`)).toMatchObject({ status: "suspended" });
    const { table } = await depsOf(gateway);
    expect(await table.get(keys.instance(instance))).toMatchObject({ wanted: "off", removed_at: null });

    await pass(DAY_SEC);
    await eventually(
      "the end",
      async () => {
        await pass(120);
        return (await table.get(keys.account(gateway.accountId))) === null;
      },
      120_000,
    );
    expect(await gateway.api("GET", "/v1/instances")).toMatchObject({ status: 401 });
    await expect(admin(`account show ${ofAccount}`)).rejects.toThrow();
    expect((await fetch(link)).status).not.toBe(200);
    expect(await table.get(keys.instance(instance))).toBeNull();
    for (const place of [keys.message, keys.event, keys.accountInstance, keys.accountKey]) {
      expect((await table.query({ pk: place(gateway.accountId, "").pk, limit: 10 })).items).toEqual([]);
    }
    expect((await other("GET", "/v1/instances")).status).toBe(200);
  });
});
