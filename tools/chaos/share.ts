import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { keys } from "../../core/store/keys.ts";
import type { Item, Table } from "../../core/store/table.ts";
import { eventually } from "../../test/support/eventually.ts";
import type { Gateway } from "../../test/support/gateway.ts";
import { signal } from "./town.ts";

/** A time limit long enough for a machine that is ten times slower than usual. */
const PATIENCE_MS = 180_000;

/** How long it took until every shard had a living owner again, in ms. */
export interface TakeOver {
  afterKillMs: number;
  afterTermMs: number;
}

/** Waits until each of the living processes owns an equal share of the shards. */
export async function evenShare(gateway: Gateway): Promise<void> {
  await withTable(gateway, (table) =>
    eventually(
      "an even share",
      async () => {
        const [shards] = await look(table);
        const owners = new Set(shards.map(({ task }) => task));
        const counts = [...owners].map((owner) => shards.filter(({ task }) => task === owner).length);
        const isEven = Math.max(...counts) - Math.min(...counts) <= 1;
        return !owners.has(undefined) && owners.size === gateway.sessionPids().length && isEven;
      },
      PATIENCE_MS,
    ),
  );
}

/** Kills one process, then gracefully stops another. Each time, waits until the remaining processes own its shards. */
export async function takeOvers(gateway: Gateway): Promise<TakeOver> {
  return withTable(gateway, async (table) => {
    const [killed = 0] = gateway.sessionPids();
    const before = new Map((await look(table))[1].map(({ sk, beat }) => [sk, beat]));
    const killedAt = performance.now();
    signal(killed, "SIGKILL");
    await eventually(
      "the dead process's shards to be taken",
      async () => {
        const [shards, tasks] = await look(table);
        const alive = new Set(tasks.flatMap(({ sk, beat }) => (beat === before.get(sk) ? [] : [sk])));
        return shards.every(({ task }) => alive.has(String(task)));
      },
      PATIENCE_MS,
    );
    const afterKillMs = performance.now() - killedAt;

    await evenShareOfLiving(table);
    const ids = (await look(table))[1].map(({ sk }) => sk);
    const [stopped = 0] = gateway.sessionPids();
    const stoppedAt = performance.now();
    signal(stopped, "SIGTERM");
    await eventually(
      "the stopping process's shards to be taken",
      async () => {
        const [shards, tasks] = await look(table);
        const staying = new Set(tasks.flatMap(({ sk, retiring }) => (retiring === true ? [] : [sk])));
        const isSeen = ids.some((id) => !staying.has(id));
        return isSeen && shards.every(({ task }) => staying.has(String(task)));
      },
      PATIENCE_MS,
    );
    return { afterKillMs, afterTermMs: performance.now() - stoppedAt };
  });
}

const evenShareOfLiving = (table: Table) =>
  eventually(
    "every task to have a part",
    async () => {
      const [shards] = await look(table);
      return new Set(shards.map(({ task }) => task)).size === 3;
    },
    PATIENCE_MS,
  );

async function look(table: Table): Promise<[shards: Item[], tasks: Item[]]> {
  const read = async (pk: string) => (await table.query({ pk, limit: 1_000 })).items;
  const shards = (await read(keys.shardOwner(0).pk)).filter(({ sk }) => sk !== keys.shardCount().sk);
  return [shards, await read(keys.task("").pk)];
}

async function withTable<T>({ awsEnv }: Gateway, work: (table: Table) => Promise<T>): Promise<T> {
  const table = dynamoTable(String(awsEnv.TABLE_NAME), {
    endpoint: String(awsEnv.AWS_ENDPOINT_URL),
    region: String(awsEnv.AWS_REGION),
    credentials: {
      accessKeyId: String(awsEnv.AWS_ACCESS_KEY_ID),
      secretAccessKey: String(awsEnv.AWS_SECRET_ACCESS_KEY),
    },
  });
  try {
    return await work(table);
  } finally {
    table.close();
  }
}
