import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AdminError, commands, type Options } from "../../bin/admin/commands.ts";
import type { Admin } from "../../bin/admin/connect.ts";
import { apiWorld } from "./api-world.ts";

function newWorld(ownAccount: string | null = null) {
  const world = apiWorld();
  const { table, ids, pepper } = world.deps;
  const admin: Admin = { table, ids, pepper, now: () => world.clock.now(), ownAccount, close: () => {} };
  const run = async <T = Record<string, string>>(name: string, options: Options = {}) =>
    (await commands[name]?.(admin, options)) as T;
  const list = (key: string) => world.ask("GET", "/v1/instances", { key });
  return { world, run, list };
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

  it("list keys without the keys, and revoke one at once", async () => {
    const { run, list } = newWorld();
    await run("account create", { name: "Shop" });
    const kept = await run("key create", { kind: "read", ip: ["198.51.100.0/24"] });
    const gone = await run("key create", { kind: "full" });

    await run("key revoke", { key: gone.id ?? "" });
    const listed = await run<Record<string, unknown>[]>("key list");

    expect((await list(gone.key ?? "")).status).toBe(401);
    expect((await list(kept.key ?? "")).status).toBe(200);
    expect(listed).toEqual([
      expect.objectContaining({ id: kept.id, kind: "read", allowed_ips: ["198.51.100.0/24"], revoked_at: null }),
      expect.objectContaining({ id: gone.id, kind: "full", revoked_at: expect.stringMatching(/^2026-11-20T/) }),
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

  it.each<[string, Options, RegExp]>([
    ["account create", {}, /--name is missing/],
    ["account create", { name: "A", plan: "huge" }, /--plan must be one of/],
    ["account suspend", { account: "acc_1" }, /no account acc_1/],
    ["account suspend", {}, /--account is missing/],
    ["key create", { kind: "admin" }, /--kind must be one of: full, send, read/],
    ["key create", { kind: "full", instance: "inst_1" }, /no instance inst_1/],
    ["key create", { kind: "full", ip: ["10.0.0.0/99"] }, /no address or CIDR/],
    ["key create", { kind: "full", account: "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }, /no account/],
    ["key revoke", { key: "key_1" }, /no key key_1/],
  ])("%s %o says what is wrong", async (name, options, sentence) => {
    const { run } = newWorld();
    await run("account create", { name: "Shop" });
    await expect(run(name, options)).rejects.toThrow(AdminError);
    await expect(run(name, options)).rejects.toThrow(sentence);
  });

  it("ask which account is meant when there are several or none", async () => {
    const { run } = newWorld();
    await expect(run("key list")).rejects.toThrow(/no account yet/);
    await run("account create", { name: "A" });
    await run("account create", { name: "B" });
    await expect(run("key list")).rejects.toThrow(/several accounts/);
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

  it("says in one sentence that no gateway runs, or that the command is unknown", () => {
    const empty = mkdtempSync(join(tmpdir(), "admin-test-"));
    const none = run(["key", "list"], empty);
    expect([none.status, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toMatch(/^No gateway runs here.*npm start/);
    expect(run(["do", "something"], empty).stderr).toMatch(/^There is no command "do something"/);
    expect(run(["key", "list", "--nonsense"], empty).status).toBe(1);
    writeFileSync(join(empty, "gateway.json"), "{");
    expect(run(["key", "list"], empty).stderr).toMatch(/can't be read/);
  });
});
