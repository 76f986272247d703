import type { Owner } from "../../../core/records/owner.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item, Key, Table, Write } from "../../../core/store/table.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";

/** The number of parts that a large value is split into, and the version in their keys. */
export interface Parts {
  version: string;
  parts: number;
}

/** A write and its approximate share of a transaction's size, in bytes. */
export interface Sized {
  write: Write;
  bytes: number;
}

/** The number of bytes to allow for a row's keys and names. */
const ROW_BYTES = 300;

/** Returns the write that deletes one row, with the size that counts toward a transaction. */
export const sizedDelete = (key: Key): Sized => ({ write: { delete: key }, bytes: ROW_BYTES });

/**
 * The table partition for one instance's keys. Determines where each row is stored, and seals the row's value so that
 * it can only be decrypted in a row with that table key.
 */
export class KeyPartition {
  readonly table: Table;
  readonly owner: Owner;
  /** The multi-part values that this store has read or written, keyed by the sort key of their head. */
  readonly large = new Map<string, Parts>();
  /** Versions of parts that this store has written. Their heads may not have been written yet. */
  readonly ownVersions = new Set<string>();
  readonly #vault: ConnectionDeps["vault"];

  constructor({ table, vault }: Pick<ConnectionDeps, "table" | "vault">, owner: Owner) {
    this.table = table;
    this.owner = owner;
    this.#vault = vault;
  }

  /** Returns the table key of a value's row, or of the head row if the value is large. */
  place(category: string, id: string): Key {
    return keys.sessionKey(this.owner.instance_id, category, id);
  }

  /** Returns the table key for one part of a large value. @param part counted from 0. */
  partPlace(category: string, id: string, version: string, part: number): Key {
    return this.place(`${category}.part`, `${id}#${version}#${part}`);
  }

  /** Returns the table keys of all parts of a large value, in order. */
  partPlaces(category: string, id: string, { version, parts }: Parts): Key[] {
    return Array.from({ length: parts }, (_, part) => this.partPlace(category, id, version, part));
  }

  /** Returns the write that stores a sealed value under its key. @param more additional fields, unencrypted. */
  async seal(key: Key, clear: Uint8Array, more: Record<string, unknown> = {}): Promise<Sized> {
    const sealed = await this.#vault.seal({ instance_id: this.owner.instance_id }, aad(key), clear);
    return { write: { put: { ...key, sealed, ...more } }, bytes: sealed.length + ROW_BYTES };
  }

  /** Decrypts a row's value. @throws if it was sealed for another row. */
  async open(item: Item): Promise<Buffer> {
    const sealed = item.sealed as Uint8Array; // written by `seal` only
    return this.#vault.open({ instance_id: this.owner.instance_id }, aad(item), sealed);
  }
}

const aad = (key: Key) => `${key.pk}|${key.sk}`;
