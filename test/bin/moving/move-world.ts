import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { moveIn } from "../../../bin/admin/moving/move-in.ts";
import { moveOut } from "../../../bin/admin/moving/move-out.ts";
import { checkArchive } from "../../../bin/admin/moving/read-archive.ts";
import { ARCHIVE_FORMAT } from "../../../bin/admin/moving/sealed-file.ts";
import type { DataKeyWraps } from "../../../core/aws/data-key-wraps.ts";
import { randomIds } from "../../../core/aws/random-ids.ts";
import type { StoredHeaders, WholeBucket } from "../../../core/aws/whole-bucket.ts";
import type { WholeTable } from "../../../core/aws/whole-table.ts";
import { createAccount } from "../../../core/operations/accounts/create-account.ts";
import { createInstance } from "../../../core/operations/instances/create-instance.ts";
import { prepareMovePlace } from "../../../core/operations/moving/take-move.ts";
import { findPerson } from "../../../core/operations/users/find-person.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item } from "../../../core/store/table.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { passingFolder } from "../../support/passing-folder.ts";
import { START } from "../../support/test-clock.ts";

const clock = { now: () => START, until: async () => {} };
export const KEY = Buffer.from("a long enough passphrase");
const LANE = "INST#x#LANE";

/** One side of a move: a table, a bucket, and its own key. */
export class Side {
  readonly #writes = { left: Number.POSITIVE_INFINITY };
  readonly table = new MemoryTable({
    hook: ({ kind }, phase) => {
      if (phase === "before" && (kind === "write" || kind === "transact")) this.#countWrite();
    },
  });
  readonly files = new Map<string, { headers: StoredHeaders; bytes: Buffer }>();
  readonly ids = randomIds();
  readonly clock = clock;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Makes the process die before the given write, counted from now. */
  dieBefore(write: number): void {
    this.#writes.left = write;
  }

  #countWrite(): void {
    if (this.#writes.left-- > 0) return;
    this.#writes.left = Number.POSITIVE_INFINITY;
    throw new Error("killed");
  }

  get whole(): { table: WholeTable; bucket: WholeBucket; dataKeys: DataKeyWraps; say: () => void } {
    return { table: wholeOf(this.table), bucket: this.#bucket(), dataKeys: this.#dataKeys(), say: () => {} };
  }

  #bucket(): WholeBucket {
    const { files } = this;
    return {
      async *keys() {
        yield* files.keys();
      },
      async read(key) {
        const file = files.get(key);
        return file ? { headers: file.headers, bytes: pieces(file.bytes) } : null;
      },
      async write(key, headers, bytes) {
        const parts: Uint8Array[] = [];
        for await (const part of bytes) parts.push(part);
        files.set(key, { headers, bytes: Buffer.concat(parts) });
      },
      close() {},
    };
  }

  /** Wraps keys so that a wrapped key names its owner and the side that wrapped it. */
  #dataKeys(): DataKeyWraps {
    const label = (pk: string) => `${this.name}:${pk}:`;
    return {
      async unwrap(pk, wrapped) {
        const text = Buffer.from(wrapped).toString();
        if (!text.startsWith(label(pk))) throw new Error("wrapped by another");
        return Buffer.from(text.slice(label(pk).length));
      },
      wrap: async (pk, clear) => Buffer.from(label(pk) + Buffer.from(clear).toString()),
      close() {},
    };
  }

  /** Adds an account with two numbers and a file. One of the numbers has work that the sweep would find. */
  async fill(): Promise<{ account: string; instances: string[] }> {
    const { table, ids } = this;
    await table.write({ put: { ...keys.shardCount(), count: 4 } });
    const { id: account } = await createAccount({ table, ids }, { name: "Shop", plan: "scale" }, START);
    const instances: string[] = [];
    for (const name of ["One", "Two"]) {
      const made = { account_id: account, name, external_ref: null };
      instances.push((await createInstance({ table, ids, shardCount: 4 }, made, START)).id);
    }
    const wrapped = await this.#dataKeys().wrap(`ACC#${account}`, Buffer.from("the data key"));
    await table.write({ put: { pk: `ACC#${account}`, sk: "DATAKEY", wrapped } });
    await table.write({
      put: { pk: LANE, sk: "R#msg", gsi1pk: "PUT#1", gsi1sk: "now", bus: "e", bytes: Buffer.from([0, 255]) },
    });
    await table.write({ put: { pk: "SESSION#1", sk: "SESSION" } });
    await table.write({ put: { ...keys.apiKey("old"), ttl: START.getTime() / 1_000 - 1 } });
    this.files.set("ACC/one", { headers: { ContentType: "image/png" }, bytes: Buffer.alloc(1_200_000, 7) });
    this.files.set("ACC/two", { headers: {}, bytes: Buffer.alloc(0) });
    return { account, instances };
  }

  /** Makes a user the admin of an account. Creates the account unless one is given. @returns the account. */
  async seat(identity: { iss: string; sub: string }, own?: string): Promise<string> {
    const { table, ids } = this;
    await table.write({ put: { ...keys.shardCount(), count: 7 } });
    const account = own ?? (await createAccount({ table, ids }, { name: "Local", plan: "scale" }, START)).id;
    const person = { ...identity, email: `${identity.sub}@example.com`, email_verified: true, name: null };
    const { id } = await findPerson({ table, ids }, person, START);
    await table.transact([
      { put: { ...keys.accountUser(account, id), user_id: id, role: "admin" } },
      { put: { ...keys.userAccount(id, account) } },
      { update: keys.accountAdmins(account), add: { admins: 1 } },
    ]);
    return account;
  }

  peek = (pk: string, sk: string): Item | null => this.table.peek({ pk, sk });

  /**
   * Whether a session would find the number, and its account's status, which decides whether the account's keys work.
   */
  runs(account: string, instance: string): { isFound: boolean; status: unknown } {
    const isFound = this.table.all().some(({ pk, sk }) => /^SHARD#\d+#INST$/.test(pk) && sk === instance);
    return { isFound, status: this.table.peek(keys.account(account))?.status };
  }
}

/** A move from one side to another. Its steps can be repeated. */
export class Move {
  readonly from = new Side("from");
  readonly target = new Side("target");
  readonly path = join(passingFolder("move-"), "archive");

  async prepare() {
    await this.target.table.write({ put: { ...keys.shardCount(), count: 7 } });
    return { ...(await this.from.fill()), place: await prepareMovePlace(this.target) };
  }

  out(to: string, insteadOf: string | null = null, path = this.path) {
    if (existsSync(path)) rmSync(path);
    const about = {
      gateway_move: ARCHIVE_FORMAT,
      gateway_version: "1",
      network: null,
      own_account: null,
      key_work: 1,
    } as const;
    return moveOut(this.from, this.from.whole, { path, key: KEY, to, insteadOf, about });
  }

  /** Imports on a machine that already has an account and a user. */
  async onMachine(side: Side, ownAccount: string, ownUser: { iss: string; sub: string }) {
    const asked = { path: this.path, key: KEY, head: await checkArchive(this.path, KEY), shards: 7 };
    return moveIn(side.table, side.whole, asked, { ownAccount, ownUser, adopt: () => {} });
  }

  async in(side = this.target, path = this.path, key: Uint8Array = KEY) {
    return moveIn(side.table, side.whole, { path, key, head: await checkArchive(path, key), shards: 7 }, null);
  }
}

function wholeOf(table: MemoryTable): WholeTable {
  return {
    async *pages() {
      yield table.all().map((item) => marshall(item, { removeUndefinedValues: true }));
    },
    async put(items) {
      for (const item of items) await table.write({ put: unmarshall(item) as Item });
    },
    async rename(item, names) {
      const { pk, sk } = unmarshall(item) as Item;
      const found = table.peek({ pk, sk });
      const [[first]] = names as [readonly [string, string]];
      if (found?.[first] === undefined) return;
      const set = Object.fromEntries(names.map(([from, to]) => [to, found[from]]));
      await table.write({ update: { pk, sk }, set, remove: names.map(([from]) => from) });
    },
    close() {},
  };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_500_000) yield bytes.subarray(at, at + 1_500_000);
}
