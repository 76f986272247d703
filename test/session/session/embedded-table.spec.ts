import "../../../session-service/process/silence-console.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dynamoTable } from "../../../core/aws/dynamo-table.ts";
import { kmsVault } from "../../../core/aws/kms-vault.ts";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { startEmulators } from "../../../local/aws/emulators.ts";
import { createInfrastructure } from "../../../local/system/infrastructure.ts";
import { openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { createWaysOut } from "../../../session-service/baileys/shared/way-out.ts";
import { NetworkAddress } from "../../../session-service/connection/network-address.ts";
import { Heartbeat } from "../../../session-service/fleet/heartbeat.ts";
import { readOwners, readTasks, releaseShard, takeShard } from "../../../session-service/fleet/shard-ownership.ts";
import { openMediaFolder } from "../../../session-service/media/media-folder.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { passingFolder } from "../../support/passing-folder.ts";
import { runningClock } from "../../support/test-clock.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";

const INSTANCE = "inst_embedded";

describe("on the embedded table, with the embedded key service", () => {
  const clock = runningClock();
  let emulators: Awaited<ReturnType<typeof startEmulators>>;
  let deps: SessionDeps;
  beforeAll(async () => {
    emulators = await startEmulators({ clock, dataDir: null, dynamodbUrl: process.env.DYNAMODB_URL });
    Object.assign(process.env, emulators.env);
    const env = await createInfrastructure(null);
    const table = dynamoTable(env.TABLE_NAME ?? "");
    const silent = { info: () => {}, warn: () => {}, error: () => {} };
    const vault = kmsVault({ log: silent, table, clock, kmsKeyId: env.KMS_KEY_ID ?? "" });
    const waysOut = createWaysOut({ allowPrivate: false, log: silent }, true);
    deps = {
      table,
      vault,
      optOuts: NO_OPT_OUTS,
      clock,
      ids: randomIds(),
      log: silent,
      wakeups: { wake: async () => {} },
      media: memoryMedia(),
      get: waysOut.direct.get,
      preview: async () => null,
      way: () => waysOut.direct,
      waysOut,
      folder: openMediaFolder(passingFolder("embedded-table-")),
      gapFactor: 1,
      network: new NetworkAddress({ url: null, rootKey: null }),
      monotonicMs: () => performance.now(),
      waitToConnect: async () => {},
    };
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 1 } });
  });
  afterAll(() => emulators.stop());

  const open = (fence: number) => openAuthStore(deps, { instance_id: INSTANCE, account_id: "acc_1", fence }, () => {});

  it("the pre-keys of a new link, a large group and a large value come back as they were set", async () => {
    const store = await open(1);
    const preKey = (n: number) => ({ public: Buffer.alloc(32, n % 256), private: Buffer.alloc(32, n % 251) });
    const preKeys = Object.fromEntries(Array.from({ length: 812 }, (_, n) => [String(n + 1), preKey(n)]));
    const sessions = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`1${n}.0`, Buffer.alloc(900, n)]));
    const large = { ["x".repeat(900_000)]: true };
    await store.keys.set({ "pre-key": preKeys });
    await store.keys.set({ session: sessions, "sender-key-memory": { "1@g.us": large } });

    const again = await open(1);
    expect(await again.keys.get("pre-key", ["1", "812", "813"])).toEqual({ "1": preKey(0), "812": preKey(811) });
    expect(await again.keys.get("session", Object.keys(sessions))).toEqual(sessions);
    expect(await again.keys.get("sender-key-memory", ["1@g.us"])).toEqual({ "1@g.us": large });

    await again.wipe();
    const { items } = await deps.table.query({ pk: keys.sessionKey(INSTANCE, "", "").pk, limit: 5 });
    expect(items).toEqual([]);
  });

  it("a store whose fence was raised writes nothing", async () => {
    const store = await open(1);
    await deps.table.write({ update: keys.receiving(INSTANCE), add: { fence: 1 } });
    await expect(store.keys.set({ session: { "9.0": Buffer.alloc(3) } })).rejects.toThrow(FenceLost);
    expect(store.isClosed()).toBe(true);
    expect(await (await open(2)).keys.get("session", ["9.0"])).toEqual({});
  });

  it("one of two tasks gets a shard, and gives it back", async () => {
    const [seen] = await readOwners(deps, 1);
    if (!seen) throw new Error("There is one shard.");
    const taken = await Promise.all([takeShard(deps, "task-a", seen), takeShard(deps, "task-b", seen)]);
    expect(taken.filter((generation) => generation !== null)).toEqual([1]);

    const owner = taken[0] === null ? "task-b" : "task-a";
    await releaseShard(deps, owner, 0, 1);
    expect(await readOwners(deps, 1)).toEqual([{ shard: 0, task: null, generation: 2 }]);
  });

  it("a heartbeat of an earlier run with the same id stops counting", async () => {
    const before = new Heartbeat(deps, { task_id: "task-a", run: "first" });
    const after = new Heartbeat(deps, { task_id: "task-a", run: "second" });
    await before.begin();
    await after.begin();
    await Promise.all([before.beat(), after.beat()]);

    expect(before.holds()).toBe(false);
    expect(before.replaced).toBe(true);
    expect(after.holds()).toBe(true);
    await before.end();
    expect((await readTasks(deps)).map((task) => task.sk)).toEqual(["task-a"]);
  });
});
