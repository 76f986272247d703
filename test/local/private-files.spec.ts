import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { takeFromOthers } from "../../local/system/private-files.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";

const folder = temporaryFolder();
afterAll(folder.remove);

/** Returns everything in a folder that other users of the machine can open, with its mode. */
function openToOthers(dir: string): string[] {
  return [dir, ...readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)))].flatMap((path) => {
    const { mode } = statSync(path);
    return (mode & 0o077) === 0 ? [] : [`${relative(folder.path, path)} ${(mode & 0o777).toString(8)}`];
  });
}

/** Starts a gateway on a machine where new files can be read and written by everyone by default. */
async function startCarelessly(dataDir: string, env: Record<string, string>): Promise<Gateway> {
  const before = process.umask(0);
  const starting = startGateway(dataDir, env);
  process.umask(before);
  return starting;
}

async function received(gateway: Gateway, instance: string) {
  const { body } = await gateway.api<{ data: unknown[] }>("GET", `/v1/messages?instance_id=${instance}&direction=in`);
  return body.data;
}

/** A folder whose modes can't be changed, not even by root. It only exists on Linux. */
const UNCHANGEABLE = "/proc/sys/kernel/random";

describe("the data folder of one machine", () => {
  it("is the owner's alone, with all that tables, sessions, network, mail and temporary files put there", async () => {
    const dataDir = join(folder.path, "new");
    const passing = join(folder.path, "passing");
    mkdirSync(passing, { mode: 0o700 });
    const gateway = await startCarelessly(dataDir, { TMPDIR: passing });
    const { id, phone } = await linkNumber(gateway, "15550001901");
    await gateway.sandbox("POST", "/phones", { phone: "15550001902", name: "Ana" });
    const media = { data: Buffer.from("a document").toString("base64"), mimetype: "text/plain", filename: "a.txt" };
    await gateway.sandbox("POST", "/phones/15550001902/messages", { to: phone, media });
    await expect.poll(async () => (await received(gateway, id)).length).toBe(1);

    const found = [...openToOthers(dataDir), ...openToOthers(passing)];
    await gateway.stop();

    expect(found).toEqual([]);
    const names = readdirSync(dataDir, { recursive: true }).map(String);
    expect(names).toEqual(expect.arrayContaining(["state.json", "aws", "network", "mail"]));
    expect(openToOthers(dataDir)).toEqual([]);
    expect(readdirSync(passing)).toEqual([]);
  });

  it("of an older gateway is taken away from others at the start", async () => {
    const dataDir = join(folder.path, "older");
    mkdirSync(join(dataDir, "aws/blobs"), { recursive: true });
    for (const name of ["aws/left.sqlite", "aws/blobs/1"]) writeFileSync(join(dataDir, name), "", { mode: 0o644 });
    for (const name of ["", "aws", "aws/blobs"]) chmodSync(join(dataDir, name), 0o755);
    expect(openToOthers(dataDir)).toHaveLength(5);

    const gateway = await startCarelessly(dataDir, {});
    const found = openToOthers(dataDir);
    await gateway.stop();

    expect(found).toEqual([]);
  });

  it("says which path stays open, and follows no link out of it", () => {
    const outside = join(folder.path, "outside.txt");
    writeFileSync(outside, "");
    chmodSync(outside, 0o644);
    const dir = join(folder.path, "linked");
    mkdirSync(dir, { mode: 0o700 });
    symlinkSync(outside, join(dir, "link"));

    expect(takeFromOthers(dir)).toBeNull();
    expect(statSync(outside).mode & 0o777).toBe(0o644);
    if (existsSync(UNCHANGEABLE)) expect(takeFromOthers(UNCHANGEABLE)).toBe(UNCHANGEABLE);
  });
});
