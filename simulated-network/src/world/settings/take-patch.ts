import type { proto } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Collection } from "../app-state/collections.ts";
import type { World } from "../world.ts";
import { readPatches } from "./read-patches.ts";
import { storePatch } from "./store-patch.ts";
import { tellDevices } from "./tell-devices.ts";

/**
 * Stores a patch from a linked device, applies it on the phone, and notifies the other devices. @returns the new
 * version.
 */
export function takePatch(
  world: World,
  transaction: Transaction,
  owner: Person,
  writer: LinkedDevice,
  collection: Collection,
  patch: proto.ISyncdPatch,
): number {
  const version = storePatch(transaction, owner, collection, patch);
  readPatches(world, transaction, owner, collection);
  tellDevices(world, transaction, owner, writer.device, new Map([[collection, version]]));
  return version;
}
