import type { BinaryNode } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../../world/world.ts";
import type { Connection } from "./connection.ts";

/** A stanza from a logged-in device, with everything that its handler needs. */
export interface Incoming {
  readonly world: World;
  readonly transaction: Transaction;
  readonly connection: Connection;
  readonly device: LinkedDevice;
  /** The person to whom the device belongs. */
  readonly owner: Person;
  readonly stanza: BinaryNode;
}

/** A handler for one kind of stanza. */
export type StanzaHandler = (incoming: Incoming) => void | Promise<void>;

/** Sends a stanza back on the same connection once the transaction has been stored. */
export function answer({ transaction, connection }: Incoming, stanza: BinaryNode): void {
  transaction.afterCommit(() => connection.write(stanza));
}
