import { failureKind } from "../../../core/failure-kind.ts";
import { transactFenced } from "../../../core/records/fence.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { keys } from "../../../core/store/keys.ts";
import { type Claim, ConditionFailed, type Item, type Key, type Write } from "../../../core/store/table.ts";
import type { SessionDeps } from "../../session-deps.ts";
import { type Parts, partSweeps, type Sized } from "./key-parts.ts";
import { squeeze, unsqueeze } from "./key-squeeze.ts";

/** One row to write; `text` null deletes it. */
export interface KeyChange {
  category: string;
  id: string;
  text: string | null;
}

/** Rows a transaction takes beside the fence check, and bytes (its limit is 4 MB, keys and names counted). */
const ROWS_A_COMMIT = 99;
const BYTES_A_COMMIT = 3_000_000;
/** An item holds 400 KB at most; a larger value lies in numbered parts behind its head. */
const PART_BYTES = 300_000;

/**
 * What must be durable first when one change needs several commits: if a break leaves the rest out, a sender key is
 * given out again instead of being taken for known.
 */
const ORDER = ["creds", "journal", "session", "identity-key", "pre-key", "sender-key"];
const rank = (category: string) =>
  category === "sender-key-memory"
    ? ORDER.length + 1
    : ORDER.includes(category)
      ? ORDER.indexOf(category)
      : ORDER.length;

/**
 * Counts this process's writes, so that a repeated request that comes late never undoes a later one: an ownership never
 * outlives its process, but may open its store again.
 */
let order = 0;

/** More sessions than this move on in one commit. */
const ALONE_MAX = 10;
const SESSION = "session";

/**
 * The rows of one instance's key partition, each sealed for its place. Every commit carries the check of the fence, so
 * a task that was taken over writes nothing, also on rows that the new owner has not touched. The one exception are
 * sessions that only sending moved on (`advance`).
 */
export function keyRows(deps: Pick<SessionDeps, "table" | "vault" | "ids">, owner: Owner) {
  const { table, vault } = deps;
  const { instance_id: instance, fence } = owner;
  /** Values in parts, as far as this session has read or written them. */
  const large = new Map<string, Parts>();
  /** Of the parts that this session wrote: their head may not be written yet. */
  const ownVersions = new Set<string>();

  const place = (category: string, id: string): Key => keys.sessionKey(instance, category, id);
  const partPlace = (category: string, id: string, version: string, part: number): Key =>
    place(`${category}.part`, `${id}#${version}#${part}`);
  const aad = (key: Key) => `${key.pk}|${key.sk}`;
  const seal = (key: Key, clear: Uint8Array) => vault.seal({ instance_id: instance }, aad(key), clear);

  async function sealed(key: Key, clear: Uint8Array, more: Record<string, unknown> = {}): Promise<Sized> {
    const bytes = await seal(key, clear);
    return { write: { put: { ...key, sealed: bytes, ...more } }, bytes: bytes.length + 300 };
  }

  async function open(item: Item): Promise<Buffer> {
    return vault.open({ instance_id: instance }, aad(item), item.sealed as Uint8Array); // written above only
  }

  /** @param at the number of the write it belongs to. */
  async function plan(change: KeyChange, at: number): Promise<Plan> {
    const key = place(change.category, change.id);
    const old = large.get(key.sk);
    const after: Sized[] = [];
    for (let part = 0; old && part < old.parts; part++) {
      after.push({ write: { delete: partPlace(change.category, change.id, old.version, part) }, bytes: 300 });
    }
    if (change.text === null) return { before: [], head: { write: { delete: key }, bytes: 300 }, after };
    const clear = squeeze(change.text);
    const writer = change.category === SESSION ? { fence, order: at } : {};
    if (clear.length <= PART_BYTES) return { before: [], head: await sealed(key, clear, writer), after };

    const version = deps.ids.random(8).toString("hex");
    ownVersions.add(version);
    const before: Sized[] = [];
    for (let at = 0; at < clear.length; at += PART_BYTES) {
      const partKey = partPlace(change.category, change.id, version, before.length);
      before.push(await sealed(partKey, clear.subarray(at, at + PART_BYTES)));
    }
    return { before, head: await sealed(key, Buffer.from("parts"), { version, parts: before.length }), after };
  }

  async function commit(writes: Sized[]): Promise<void> {
    let chunk: Write[] = [];
    let bytes = 0;
    for (const one of writes) {
      if (chunk.length === ROWS_A_COMMIT || bytes + one.bytes > BYTES_A_COMMIT) {
        await transactFenced(table, instance, fence, chunk);
        chunk = [];
        bytes = 0;
      }
      chunk.push(one.write);
      bytes += one.bytes;
    }
    if (chunk.length > 0) await transactFenced(table, instance, fence, chunk);
  }

  /**
   * Writes one session's row for half the price, unless a later owner, or a later write of this one, was there.
   * @returns false when that is so, or the row says nothing of its writer.
   */
  async function putAlone({ write }: Sized, at: number): Promise<boolean> {
    const sameOwner: Claim[] = [
      { field: "fence", op: "=", value: fence },
      { field: "order", op: "<", value: at },
    ];
    try {
      await table.write({ ...write, if: [{ anyOf: [[{ field: "fence", op: "<", value: fence }], sameOwner] }] });
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // The answer of an earlier try got lost.
      return error.item?.fence === fence && error.item.order === at;
    }
  }

  async function writeAll(changes: KeyChange[]): Promise<void> {
    const at = ++order;
    const sorted = changes.toSorted((a, b) => rank(a.category) - rank(b.category));
    const plans = await Promise.all(sorted.map((change) => plan(change, at)));
    await commit(plans.flatMap((one) => one.before));
    await commit(plans.map((one) => one.head));
    for (const one of plans) remember(one.head.write);
    await commit(plans.flatMap((one) => one.after));
  }

  function remember(head: Write): void {
    if ("delete" in head) large.delete(head.delete.sk);
    else if ("put" in head) {
      const { version, parts } = head.put;
      if (typeof version === "string" && typeof parts === "number") large.set(head.put.sk, { version, parts });
      else large.delete(head.put.sk);
    }
  }

  async function textOf(category: string, id: string, item: Item): Promise<string> {
    if (typeof item.parts !== "number") return unsqueeze(await open(item));
    const version = String(item.version);
    large.set(item.sk, { version, parts: item.parts });
    const places = Array.from({ length: item.parts }, (_, part) => partPlace(category, id, version, part));
    const found = new Map((await table.getMany(places)).map((part) => [part.sk, part]));
    const clear = await Promise.all(
      places.map((key) => {
        const part = found.get(key.sk);
        if (!part) throw new Error(`A part of the key ${category} is missing.`);
        return open(part);
      }),
    );
    return unsqueeze(Buffer.concat(clear));
  }

  return {
    /** @returns the texts that exist, by id. */
    async read(category: string, ids: string[]): Promise<Map<string, string>> {
      const idOf = new Map(ids.map((id) => [place(category, id).sk, id]));
      const items = await table.getMany(ids.map((id) => place(category, id)));
      const texts = items.map(async (item): Promise<[string, string]> => {
        const id = idOf.get(item.sk) ?? "";
        return [id, await textOf(category, id, item)];
      });
      return new Map(await Promise.all(texts));
    },

    /** All rows of a category, by id. One that can never be opened is an error in its place and keeps back no other. */
    async readAll(category: string): Promise<Map<string, string | Error>> {
      const { pk, sk: prefix } = place(category, "");
      const texts = new Map<string, string | Error>();
      for (let after: string | undefined; ; ) {
        const page = await table.query({ pk, prefix, limit: 100, ...(after !== undefined && { after }) });
        for (const item of page.items) {
          const id = item.sk.slice(prefix.length);
          texts.set(id, await textOf(category, id, item).catch(lastingOnly));
        }
        after = page.items.at(-1)?.sk;
        if (!page.more || after === undefined) return texts;
      }
    },

    /**
     * Durable when it resolves; up to 99 rows are one commit.
     * @throws FenceLost when another task has taken the instance over: nothing more can be written.
     */
    write: writeAll,

    /**
     * The same for sessions that are stored and that sending moved on, nothing else: each row by itself, without the
     * check of the fence. Each is one device's, so they need no common commit; and what a task that was taken over from
     * adds to a row that the new owner has not written is a step that it had already used on the network. A row that
     * can't be written so goes the ordinary way. @throws FenceLost
     */
    async advance(changes: KeyChange[]): Promise<void> {
      if (changes.length > ALONE_MAX) return writeAll(changes);
      const at = ++order;
      const plans = await Promise.all(changes.map((change) => plan(change, at)));
      if (plans.some(({ before, after }) => before.length + after.length > 0)) return writeAll(changes);
      const done = await Promise.all(plans.map(({ head }) => putAlone(head, at)));
      const left = changes.filter((_, n) => done[n] !== true);
      if (left.length > 0) await writeAll(left);
    },

    /** Deletes everything, the credentials first: keys without credentials are only rubbish. @throws FenceLost */
    async wipe(): Promise<void> {
      const { pk } = place("", "");
      await commit([{ write: { delete: place("creds", "creds") }, bytes: 300 }]);
      for (;;) {
        const page = await table.query({ pk, limit: ROWS_A_COMMIT });
        await commit(page.items.map((item) => ({ write: { delete: { pk: item.pk, sk: item.sk } }, bytes: 300 })));
        if (!page.more) break;
      }
      large.clear();
    },

    /** The write that deletes a row, for a transaction of someone else; `sweep` what it leaves of a value in parts. */
    deletion: (category: string, id: string): Write => ({ delete: place(category, id) }),

    ...partSweeps({ table, place, partPlace, large, ownVersions, commit }),
  };
}

/** An error that comes again with the same row. @throws any other. */
function lastingOnly(error: unknown): Error {
  if (!(error instanceof Error) || failureKind(error) === "passing") throw error;
  return error;
}

/** The writes of one change: what goes before its head row, the head row, what is swept afterwards. */
interface Plan {
  before: Sized[];
  head: Sized;
  after: Sized[];
}

/** See keyRows. */
export type KeyRows = ReturnType<typeof keyRows>;
