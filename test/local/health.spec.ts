import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { healthOf } from "../../local/system/watching/health.ts";
import { diskCheck, queueCheck, sessionCheck } from "../../local/system/watching/health-checks.ts";
import { temporaryFolder } from "../support/gateway.ts";

/** Creates a millisecond clock that the test advances. */
function still() {
  let ms = 0;
  return {
    read: () => ms,
    pass: (by: number) => {
      ms += by;
    },
  };
}

const queue = (dueId: string | null) => ({ name: "shards-0", dueId });

describe("the health of one machine", () => {
  it("is well while every part is", async () => {
    const health = healthOf({ table: async () => null }, still().read);

    expect(await health()).toEqual({ isWell: true, reasons: [] });
  });

  it("names each part that is not, and nothing of a part's own error", async () => {
    const checks = {
      table: async () => Promise.reject(new Error("secret=abc")),
      disk: async () => "No room.",
      queues: async () => null,
    };
    const { isWell, reasons } = await healthOf(checks, still().read)();

    expect(isWell).toBe(false);
    expect(reasons).toEqual(["The table failed. See the gateway's log for the reason.", "No room."]);
  });

  it("is not well while a part is silent", async () => {
    const silent = () => new Promise<null>(() => {});

    expect((await healthOf({ table: silent }, still().read, 1)()).reasons).toEqual([
      "The table did not respond in time.",
    ]);
  });

  it("is looked at once a second, however often it is asked for", async () => {
    const clock = still();
    let looks = 0;
    const health = healthOf(
      {
        table: async () => {
          looks++;
          return null;
        },
      },
      clock.read,
    );
    await Promise.all([health(), health(), health()]);
    clock.pass(999);
    await health();
    expect(looks).toBe(1);

    clock.pass(1);
    await health();
    expect(looks).toBe(2);
  });
});

describe("the queues of one machine", () => {
  it("are stuck once the same due message is the next one for a minute", async () => {
    const clock = still();
    const check = queueCheck(() => [queue("one")], clock.read);
    await check();
    clock.pass(59_999);
    expect(await check()).toBeNull();

    clock.pass(1);
    expect(await check()).toBe("Nothing is processing the work in shards-0.");
  });

  it("are not stuck while they move, however long they are", async () => {
    const clock = still();
    let n = 0;
    const check = queueCheck(() => [queue(`message ${++n}`)], clock.read);
    await check();
    clock.pass(600_000);

    expect(await check()).toBeNull();
  });

  it("forget a message that was taken in the meantime", async () => {
    const clock = still();
    const due = ["one", null, "one"];
    const check = queueCheck(() => [queue(due.shift() ?? null)], clock.read);
    await check();
    await check();
    clock.pass(60_000);

    expect(await check()).toBeNull();
  });
});

describe("the session processes of one machine", () => {
  it("are well if each of them may act for its numbers", async () => {
    expect(await sessionCheck(async () => [{ holds: true }, { holds: true }])()).toBeNull();
  });

  it.each([[null], [{ holds: false }]])("are not if one is missing, silent or without its lease: %j", async (one) => {
    expect(await sessionCheck(async () => [{ holds: true }, one])()).toContain(
      "1 of 2 session processes is not working. It has exited",
    );
  });
});

describe("the disk of one machine", () => {
  it("is well if there is room, and nothing is left in the folder", async () => {
    const folder = temporaryFolder();

    expect((await diskCheck(folder.path)()) ?? "").not.toContain("Nothing can be written");
    expect(() => mkdirSync(join(folder.path, ".room"))).not.toThrow();
    folder.remove();
  });

  it("is not if nothing can be written to the folder", async () => {
    const folder = temporaryFolder();
    const file = join(folder.path, "no folder");
    writeFileSync(file, "");

    expect(await diskCheck(file)()).toContain("Nothing can be written to the data folder");
    folder.remove();
  });
});
