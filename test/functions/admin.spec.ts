import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AdminError } from "../../bin/admin/admin-error.ts";
import { commands } from "../../bin/admin/commands.ts";
import type { Admin } from "../../bin/admin/connect.ts";
import type { Options } from "../../bin/admin/options.ts";
import { runAdmin } from "../../bin/admin/run.ts";
import { tableSetup } from "../../core/aws/table-setup.ts";
import type { BusEntry } from "../../core/ports.ts";
import { busNotice } from "../../core/records/bus-notice.ts";
import { eventRecord, recordWrite } from "../../core/records/event.ts";
import { emptyMessage, type MessageRecord, messageItem } from "../../core/records/message.ts";
import { keys } from "../../core/store/keys.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { apiWorld } from "./api-world.ts";

function newWorld(ownAccount: string | null = null) {
  const world = apiWorld();
  const onBus: BusEntry[] = [];
  const admin: Admin = {
    ...world.deps,
    panelUrl: "https://panel.example.com",
    ownAccount,
    instancesPerAccount: null,
    deadLettersOf: () => {
      throw new Error("There is no queue in this world.");
    },
    bus: () => ({
      put: async (entries) => {
        onBus.push(...entries);
        return entries.map(({ detail }) => (detail.includes("refused") ? "ThrottlingException" : null));
      },
    }),
    mails: async () => [],
    say: () => {},
    tables: tableSetup(),
    tableName: "gateway",
    kmsKeyId: "key",
    mediaBucket: "",
    local: null,
    close: () => {},
  };
  const run = async <T = Record<string, string>>(name: string, options: Options = {}) =>
    (await commands[name]?.run(admin, options)) as T;
  const list = (key: string) => world.ask("GET", "/v1/instances", { key });
  const line = (text: string) => runAdmin(text.split(" ").filter(Boolean), async () => admin);
  return { world, admin, run, list, line, onBus };
}

describe("the operator's commands", () => {
  it("open an account and make a key that works", async () => {
    const { run, list } = newWorld();
    const account = await run("account create", { name: "Shop" });
    const key = await run("key create", { kind: "full", account: account.id ?? "" });

    expect(account).toEqual({ id: expect.stringMatching(/^acc_/) });
    expect(key).toEqual({ id: expect.stringMatching(/^key_/), key: expect.stringMatching(/^mgw_/) });
    expect((await list(key.key ?? "")).status).toBe(200);
  });

  it("invite the first admin of an account by a link that is shown once, and say why they don't", async () => {
    const { run, line, world } = newWorld();
    const { id = "" } = await run("account create", { name: "Shop" });

    const made = await run("member add", { email: "Ana@example.com", role: "admin" });

    expect(made).toMatchObject({ account_id: id, email: "ana@example.com", role: "admin" });
    const [, token = ""] = /^https:\/\/panel\.example\.com\/join#([\w-]{43})$/.exec(made.link ?? "") ?? [];
    const stored = await world.deps.table.get(keys.invite(id, made.invite_id ?? ""));
    expect(stored).toMatchObject({ email: "ana@example.com", role: "admin" });
    expect(JSON.stringify(stored)).not.toContain(token);

    await expect(run("member add", { email: "ana@example.com", role: "admin" })).rejects.toThrow(
      /already been invited/,
    );
    await expect(line("member add --email ana --role admin")).rejects.toThrow(/not an email address/);
    await expect(line("member add --email bea@example.com --role owner")).rejects.toThrow(/viewer, member, admin/);
    await expect(line("member add --role admin")).rejects.toThrow(/--email is missing/);
  });

  it("list keys without the keys, and revoke one at once", async () => {
    const { run, list } = newWorld();
    await run("account create", { name: "Shop" });
    const kept = await run("key create", { kind: "read", ip: ["198.51.100.0/24"], name: "Billing" });
    const mcp = { "mcp-confirm": true, "mcp-sends": "5", "mcp-first": "0" };
    const gone = await run("key create", { kind: "full", ...mcp });

    await run("key revoke", { key: gone.id ?? "" });
    const listed = await run<Record<string, unknown>[]>("key list");

    expect((await list(gone.key ?? "")).status).toBe(401);
    expect((await list(kept.key ?? "")).status).toBe(200);
    expect(listed).toEqual([
      expect.objectContaining({
        id: kept.id,
        kind: "read",
        name: "Billing",
        last4: kept.key?.slice(-4),
        allowed_ips: ["198.51.100.0/24"],
        revoked_at: null,
        mcp_confirm: false,
        mcp_sends_per_hour: 30,
        mcp_first_messages_per_day: 10,
      }),
      expect.objectContaining({
        id: gone.id,
        kind: "full",
        mcp_confirm: true,
        mcp_sends_per_hour: 5,
        mcp_first_messages_per_day: 0,
        revoked_at: expect.stringMatching(/^2026-11-20T/),
      }),
    ]);
    expect(JSON.stringify(listed)).not.toMatch(/mgw_|hmac/);
    expect(await run("key revoke", { key: gone.id ?? "" })).toEqual({ id: gone.id, revoked: true });
  });

  it("suspend and resume an account, and change its plan", async () => {
    const { run, list } = newWorld();
    const { id = "" } = await run("account create", { name: "Shop" });
    const { key = "" } = await run("key create", { kind: "full" });

    await run("account suspend", { account: id });
    expect((await list(key)).body.code).toBe("account_suspended");
    await run("account resume", { account: id });
    expect((await list(key)).status).toBe(200);
    expect(await run("plan set", { account: id, plan: "growth" })).toEqual({ id, plan: "growth" });
  });

  it("keep an address for notices, and change it and the name", async () => {
    const { run } = newWorld();
    const { id = "" } = await run("account create", { name: "Shop", email: "ops@shop.example" });
    const other = await run("account create", { name: "Other" });

    expect(await run("account show", { account: id })).toMatchObject({ contact_email: "ops@shop.example" });
    await run("account update", { account: id, name: "Store", email: "none" });
    expect(await run("account list")).toMatchObject([
      { id, name: "Store", contact_email: null, plan: "scale", status: "active" },
      { id: other.id, name: "Other", contact_email: null },
    ]);
  });

  it("set for how many days an account keeps its data, which is work as long as it is less than usual", async () => {
    const { world, run } = newWorld();
    const { id = "" } = await run("account create", { name: "Shop" });
    expect(await run("account show", { account: id })).toMatchObject({ retention_days: 30 });

    await run("account update", { account: id, "retention-days": "7" });
    expect(await run("account show", { account: id })).toMatchObject({ retention_days: 7 });
    expect(await world.table.get(keys.chore("retention", id))).toMatchObject({ account_id: id });
    const log = await world.table.query({ pk: keys.activity(id, "").pk, limit: 1, descending: true });
    expect(log.items[0]).toMatchObject({ action: "account.changed", changed: ["retention_days"], operator: true });

    await run("account update", { account: id, "retention-days": "30" });
    expect(await world.table.get(keys.chore("retention", id))).toBeNull();
  });

  it("delete an account after a week in which its keys are refused, unless that is undone", async () => {
    const { world, run, list } = newWorld();
    const { id = "" } = await run("account create", { name: "Shop" });
    const { key = "" } = await run("key create", { kind: "full", account: id });

    const { delete_at } = await run("account delete", { account: id });
    expect(await run("account show", { account: id })).toMatchObject({ delete_at, status: "suspended" });
    expect((await list(key)).body.code).toBe("account_suspended");
    await expect(run("account resume", { account: id })).rejects.toThrow("account undelete");
    expect(await run("account undelete", { account: id })).toEqual({ id, status: "active" });
    expect((await list(key)).status).toBe(200);

    await expect(run("account undelete", { account: id })).rejects.toThrow("is not scheduled for deletion");
    await expect(run("account delete", { account: "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H" })).rejects.toThrow("no account");
    const log = await world.table.query({ pk: keys.activity(id, "").pk, limit: 9 });
    const actions = ["account.deletion_asked", "account.deletion_undone"];
    expect(log.items.map(({ action }) => action)).toEqual(expect.arrayContaining(actions));
  });

  it("show what an account has used of its plan", async () => {
    const { world, run } = newWorld();
    const { id = "" } = await run("account create", { name: "Shop", plan: "trial" });
    const { key = "" } = await run("key create", { kind: "full", account: id });
    await world.instance(id);
    await world.ask("GET", "/v1/instances", { key });

    expect(await run("account show", { account: id })).toMatchObject({
      id,
      trial_ends_at: "2026-11-27T09:30:05+00:00",
      usage: {
        instances: { used: 1, of: 1 },
        requests_this_month: { used: 1, of: 5_000 },
        messages_today: { used: 0, of: 100 },
      },
    });
    expect(JSON.stringify(await run("account list"))).not.toMatch(/"pk"|"sk"/);
  });

  it("show the number of instances that one machine's operator set, not the plan's", async () => {
    const { admin, run } = newWorld();
    const { id = "" } = await run("account create", { name: "Shop", plan: "trial" });
    admin.instancesPerAccount = 40;

    expect(await run("account show", { account: id })).toMatchObject({ usage: { instances: { used: 0, of: 40 } } });
  });

  it("show when and from where a key was used last, also after it was revoked", async () => {
    const { world, run, list } = newWorld();
    await run("account create", { name: "Shop" });
    const { id = "", key = "" } = await run("key create", { kind: "read" });
    const unused = await run("key create", { kind: "full" });
    await list(key);
    const use = { id, last_used_at: "2026-11-20T09:30:05+00:00", last_used_from: "198.51.100.1" };

    expect(await run("key list")).toMatchObject([use, { id: unused.id, last_used_at: null, last_used_from: null }]);
    await run("key revoke", { key: id });
    await world.ask("GET", "/v1/instances", { key });
    expect(await run("key list")).toMatchObject([{ ...use, revoked_at: expect.any(String) }, { id: unused.id }]);
  });

  it("leave a line each in the account's activity log", async () => {
    const { world, run } = newWorld();
    const { id = "" } = await run("account create", { name: "Shop" });
    const { id: keyId = "", key = "" } = await run("key create", { kind: "full" });
    const { id: gone = "" } = await run("key create", { kind: "read" });
    await run("key revoke", { key: gone });
    await run("plan set", { account: id, plan: "growth" });
    await run("account update", { account: id, email: "a@b.example" });
    await run("account suspend", { account: id });
    await run("account resume", { account: id });

    const { body } = await world.ask("GET", "/v1/activity", { key });
    expect(body.data).toMatchObject([
      { action: "account.resumed", changed: ["status"] },
      { action: "account.suspended", changed: ["status"] },
      { action: "account.changed", changed: ["contact_email"] },
      { action: "plan.changed", changed: ["plan", "trial_ends_at"] },
      { action: "key.revoked", subject: gone },
      { action: "key.created", subject: gone },
      { action: "key.created", subject: keyId },
      { action: "account.created" },
    ]);
    for (const line of body.data as object[])
      expect(line).toMatchObject({ by: "operator", key_id: null, source: null });
  });

  it.each<[string, Options, RegExp]>([
    ["account create", {}, /--name is missing/],
    ["account create", { name: "A", plan: "huge" }, /--plan must be one of/],
    ["account suspend", { account: "acc_1" }, /no account acc_1/],
    ["account suspend", {}, /--account is missing/],
    ["account create", { name: "A", email: "nobody" }, /"nobody" is not an email address/],
    ["account update", { account: "acc_1", name: "B" }, /no account acc_1/],
    [
      "account update",
      { account: "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H" },
      /Set at least one of --name, --email and --retention-days/,
    ],
    ["account update", { account: "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H", "retention-days": "0" }, /a whole number: 1…30/],
    ["account update", { account: "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H", "retention-days": "31" }, /a whole number: 1…30/],
    ["account show", { account: "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }, /no account/],
    ["plan set", { account: "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H", plan: "scale" }, /no account/],
    ["dead-letters redrive", { max: "many" }, /--max must be a whole number/],
    ["key create", { kind: "admin" }, /--kind must be one of: full, send, read/],
    ["key create", { kind: "full", instance: "inst_1" }, /no instance inst_1/],
    ["key create", { kind: "full", ip: ["10.0.0.0/99"] }, /not an IP address or CIDR range/],
    ["key create", { kind: "full", "mcp-sends": "301" }, /mcp_sends_per_hour must be a whole number from 1 to 300/],
    ["key create", { kind: "full", "mcp-first": "many" }, /mcp_first_messages_per_day must be a whole number/],
    ["key create", { kind: "full", name: "x".repeat(101) }, /at most 100 characters/],
    ["key create", { kind: "full", account: "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }, /no account/],
    ["key revoke", { key: "key_1" }, /"key_1" is not a key id/],
    ["key revoke", { key: "key_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }, /no key key_01JD3X4Y5Z6A7B8C9D0E1F2G3H/],
  ])("%s %o says what is wrong", async (name, options, sentence) => {
    const { run } = newWorld();
    await run("account create", { name: "Shop" });
    await expect(run(name, options)).rejects.toThrow(AdminError);
    await expect(run(name, options)).rejects.toThrow(sentence);
  });

  it("ask which account is meant when there are several or none", async () => {
    const { run } = newWorld();
    await expect(run("key create", { kind: "read" })).rejects.toThrow(/no account yet/);
    await run("account create", { name: "A" });
    await run("account create", { name: "B" });
    await expect(run("key create", { kind: "read" })).rejects.toThrow(/several accounts/);
  });

  it("list and revoke keys by the key's id alone, whoever's they are", async () => {
    const { run, list } = newWorld();
    const a = await run("account create", { name: "A" });
    const b = await run("account create", { name: "B" });
    const kept = await run("key create", { kind: "read", account: a.id ?? "" });
    const gone = await run("key create", { kind: "read", account: b.id ?? "" });

    expect(await run("key list")).toMatchObject([
      { id: kept.id, account_id: a.id },
      { id: gone.id, account_id: b.id },
    ]);
    expect(await run("key revoke", { key: gone.id ?? "" })).toEqual({ id: gone.id, revoked: true });
    expect((await list(gone.key ?? "")).status).toBe(401);
    expect((await list(kept.key ?? "")).status).toBe(200);
    expect(await run("key list", { account: b.id ?? "" })).toMatchObject([{ revoked_at: expect.any(String) }]);
    await expect(run("key revoke", { key: kept.id ?? "", account: b.id ?? "" })).rejects.toThrow(/has no key/);
  });
});

describe("a command line", () => {
  it("prints JSON", async () => {
    const { line } = newWorld();
    const { id } = JSON.parse(await line("account create --name Shop --plan starter"));
    expect(JSON.parse(await line(`account show --account ${id}`))).toMatchObject({ id, plan: "starter" });
  });

  it.each(Object.keys(commands))("%s says with --help what it does and what it takes", async (name) => {
    const { line } = newWorld();
    const text = await line(`${name} --help`);
    expect(text).toContain(`Usage: npm run admin -- ${name}`);
    for (const option of commands[name]?.takes ?? []) expect(text).toContain(`--${option}`);
    expect(await line("--help")).toContain(`  ${name}`);
  });

  it.each([
    ["key list --plan scale", /"key list" has no option --plan/],
    ["key list --nonsense", /Unknown option '--nonsense'.*Usage:/s],
    ["key create --kind", /argument missing/],
    ["key lst", /There is no command "key lst"/],
  ])("%s is refused with a sentence and the usage", async (text, sentence) => {
    const { line } = newWorld();
    await expect(line(text)).rejects.toThrow(AdminError);
    await expect(line(text)).rejects.toThrow(sentence);
  });
});

describe("what is stored", () => {
  const MESSAGE = "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
  const PHONE = "5511999990001";

  async function worldWithMessage() {
    const { world, run, line } = newWorld();
    await run("account create", { name: "Other" });
    const { id: account = "" } = await run("account create", { name: "Shop" });
    const message: MessageRecord = {
      ...emptyMessage(),
      ...{ id: MESSAGE, account_id: account, instance_id: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H" },
      ...{ phone: PHONE, person: PHONE, type: "text", status: "queued", body: "See you at nine" },
      content: { kind: "text", text: "See you at nine", link_preview: false, mentions: [] },
      ...{ created_at: "2026-11-20T09:30:00+00:00", network_bytes: new Uint8Array(12), row: `K#${MESSAGE}`, ttl: 1 },
    };
    await world.deps.table.write({ put: messageItem(message) });
    return { world, run, line, account };
  }

  it("of a message is found by its id alone, and shown without its words and its phone", async () => {
    const { line, account } = await worldWithMessage();
    const printed = await line(`message show ${MESSAGE}`);

    expect(JSON.parse(printed)).toMatchObject({
      pk: `ACC#${account}#MSG`,
      gsi3pk: `ACC#${account}#PHONE#***********01`,
      ...{ id: MESSAGE, type: "text", status: "queued", created_at: "2026-11-20T09:30:00+00:00", row: `K#${MESSAGE}` },
      ...{ body: "<text of 15 characters>", content: "<hidden>", network_bytes: "<12 bytes>", error_code: null },
      hidden: ["phone", "body", "person", "content"],
    });
    expect(printed).not.toMatch(/nine|99999/);
    expect(await line(`message show ${MESSAGE} --account ${account}`)).toBe(printed);
  });

  it("of a message shows its words and its phone when that is asked for", async () => {
    const { line } = await worldWithMessage();
    expect(JSON.parse(await line(`message show ${MESSAGE} --with-contents`))).toMatchObject({
      ...{ body: "See you at nine", phone: PHONE, content: { text: "See you at nine" }, hidden: [] },
      network_bytes: "<12 bytes>",
    });
  });

  it("of an event is shown with what is posted, field by field", async () => {
    const { world, run, line } = newWorld();
    const { id: account_id = "" } = await run("account create", { name: "Shop" });
    const data = { id: MESSAGE, status: "sent", body: "See you at nine", phone: PHONE };
    const draft = { account_id, instance_id: null, type: "message.status" as const, data };
    const event = eventRecord(world.deps, draft, world.clock.now());
    await world.deps.table.write(recordWrite(event, world.clock.now(), false));
    const { id } = event;

    expect(JSON.parse(await line(`event show ${id}`))).toMatchObject({
      ...{
        id,
        account_id,
        type: "message.status",
        bus: "e",
        ttl: event.ttl,
        hidden: ["body.data.body", "body.data.phone"],
      },
      body: { id, type: "message.status", data: { id: MESSAGE, status: "sent" } },
    });
    expect(JSON.parse(await line(`event show ${id} --with-contents`))).toMatchObject({ body: { data }, hidden: [] });
  });

  it("under a key is shown without secrets and keys, whatever was asked for", async () => {
    const { world, line } = newWorld();
    const webhook = {
      ...keys.webhook("acc_1", "account"),
      ...{
        url: "https://shop.example/hook?token=abc",
        secret: { sealed: new Uint8Array(60), created_at: "2026-11-20" },
      },
      ...{ auth_header: { name: "X-Key", sealed_value: new Uint8Array(30) }, version: 3, events: ["message.received"] },
      ...{ unheard_of: "whsec_1", picture: { key: "inst_1/p.jpg", mimetype: "image/jpeg" } },
    };
    await world.deps.table.write({ put: webhook });
    for (const flag of ["", " --with-contents"]) {
      const printed = await line(`item show ${webhook.pk} ${webhook.sk}${flag}`);
      expect(JSON.parse(printed)).toMatchObject({
        ...{ url: "https://shop.example/…", version: 3, events: ["message.received"] },
        secret: { sealed: "<60 bytes>", created_at: "2026-11-20" },
        auth_header: { sealed_value: "<30 bytes>" },
        hidden: expect.arrayContaining(["unheard_of", "picture.key"]),
      });
      expect(printed).not.toMatch(/token|whsec|p\.jpg/);
    }
  });

  it.each([
    [`message show ${MESSAGE}`, new RegExp(`no message ${MESSAGE} in any of the 1 accounts.*"ACC#<account>#MSG"`)],
    ["message show evt_1", /"evt_1" is not a valid id\. The id must begin with msg_/],
    ["event show", /ID is missing/],
    ["event show evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H --account acc_1", /no account acc_1/],
    ["item show INST#inst_1", /SK is missing/],
    ["item show INST#inst_1 SENDING", /no item in the table at "INST#inst_1" "SENDING"/],
    ["item show INST#inst_1 SENDING more", /There is no command "item show INST#inst_1 SENDING more"/],
  ])("is not guessed: %s", async (text, sentence) => {
    const { run, line } = newWorld();
    await run("account create", { name: "Shop" });
    await expect(line(text)).rejects.toThrow(AdminError);
    await expect(line(text)).rejects.toThrow(sentence);
  });
});

describe("npm run admin", () => {
  const run = (args: string[], dataDir: string) => {
    const { TABLE_NAME: _none, ...env } = process.env;
    return spawnSync(process.execPath, ["bin/admin.ts", ...args], {
      env: { ...env, DATA_DIR: dataDir },
      encoding: "utf8",
    });
  };

  it("shows its commands", () => {
    const text = execFileSync(process.execPath, ["bin/admin.ts", "--help"], { encoding: "utf8" });
    expect(text).toContain("key create --kind full|send|read");
  });

  it("says in one sentence that there is no gateway, or that the command is unknown", () => {
    const empty = passingFolder("admin-test-");
    const none = run(["key", "list"], empty);
    expect([none.status, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toMatch(/^There is no gateway in .*npm start/);
    expect(run(["do", "something"], empty).stderr).toMatch(/^There is no command "do something"/);
    expect(run(["key", "list", "--nonsense"], empty).status).toBe(1);
    writeFileSync(join(empty, "gateway.json"), "{");
    expect(run(["key", "list"], empty).stderr).toMatch(/can't be read/);
  });
});

describe("what is put on the bus again", () => {
  // Ids always increase, so these events come after the accounts and in order.
  const from = "2026-11-20T10:00:00Z";
  const to = "2026-11-20T11:00:00Z";
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  type World = ReturnType<typeof newWorld>["world"];

  async function event(world: World, account: string, time: string): Promise<void> {
    const draft = { account_id: account, instance_id: null, type: "message.received" as const, data: { time } };
    await world.deps.table.write(recordWrite(eventRecord(world.deps, draft, at(time)), at(time), false));
  }
  async function notice(world: World, account: string, time: string, detail_type: string): Promise<void> {
    const id = world.deps.ids.next("ntc", at(time));
    await world.deps.table.write(busNotice(account, id, at(time), { detail_type, detail: { is: detail_type } }));
  }

  it("is also what a version stored that did not mark it for the bus", async () => {
    const { run, world, onBus, line } = newWorld();
    const { id: shop = "" } = await run("account create", { name: "Shop" });
    const draft = { account_id: shop, instance_id: null, type: "message.received" as const, data: {} };
    const { bus: _mark, ...record } = eventRecord(world.deps, draft, at("10:00:00"));
    await world.deps.table.write({ put: { ...keys.event(shop, record.id), ...record } });

    expect(JSON.parse(await line(`bus repeat --from ${from} --to ${to}`))).toMatchObject({ forwarded: 1, left: 0 });

    expect(onBus).toHaveLength(1);
  });

  it("is all of that time, of every account, in order, with its notices, and nothing else", async () => {
    const { run, world, onBus, line } = newWorld();
    const { id: shop = "" } = await run("account create", { name: "Shop" });
    const { id: cafe = "" } = await run("account create", { name: "Café" });
    await event(world, shop, "09:59:59");
    await event(world, shop, "10:00:00");
    await event(world, cafe, "10:10:00");
    await event(world, shop, "10:30:00");
    await notice(world, cafe, "10:45:00", "webhook.paused");
    await event(world, shop, "10:59:59");
    await event(world, shop, "11:00:00");

    const said = JSON.parse(await line(`bus repeat --from ${from} --to ${to}`));

    expect(said).toEqual({ accounts: 2, forwarded: 5, left: 0 });
    const told = onBus.map(({ detail_type, detail }) => [detail_type, JSON.parse(detail).data?.time]);
    expect(told).toEqual([
      ["message.received", "10:00:00"],
      ["message.received", "10:30:00"],
      ["message.received", "10:59:59"],
      ["message.received", "10:10:00"],
      ["webhook.paused", undefined],
    ]);
  });

  it("may be many pages, of one account when it is named", async () => {
    const { run, world, onBus } = newWorld();
    const { id: shop = "" } = await run("account create", { name: "Shop" });
    const { id: cafe = "" } = await run("account create", { name: "Café" });
    await event(world, cafe, "10:00:00");
    for (let n = 0; n < 230; n++) await event(world, shop, "10:20:00");

    const said = await run("bus repeat", { from, to, account: shop });
    expect(said).toEqual({ accounts: 1, forwarded: 230, left: 0 });
    expect(new Set(onBus.map(({ detail }) => JSON.parse(detail).id)).size).toBe(230);
  });

  it("says how much the bus did not take", async () => {
    const { run, world } = newWorld();
    const { id: account = "" } = await run("account create", { name: "Shop" });
    await event(world, account, "10:10:00");
    await notice(world, account, "10:45:00", "refused");
    const said = run("bus repeat", { from, to, account });
    let isOver = false;
    const done = said.finally(() => {
      isOver = true;
    });
    // The command pauses between retries, on a clock that only the test advances.
    while (!isOver) {
      world.clock.moveTo(new Date(world.clock.now().getTime() + 1_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await done).toEqual({ accounts: 1, forwarded: 1, left: 1 });
  });

  it("is not guessed: a time without its zone, or a span that ends before it begins, is refused", async () => {
    const { line } = newWorld();
    const zoneless = line(`bus repeat --from 2026-11-20T08:00:00 --to ${to}`);
    await expect(zoneless).rejects.toThrow("--from must be a time with its zone");
    await expect(line(`bus repeat --from ${to} --to ${from}`)).rejects.toThrow("--from must be before --to");
    await expect(line(`bus repeat --from ${from}`)).rejects.toThrow("--to is missing");
  });
});
