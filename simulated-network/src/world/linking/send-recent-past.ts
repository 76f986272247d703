import { proto } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { recentChunks } from "./past/recent-chunks.ts";
import { sendHistory } from "./send-history.ts";

/** The end of every history, even of one without further messages. */
const NOTHING_MORE: proto.IHistorySync = { syncType: proto.HistorySync.HistorySyncType.RECENT, progress: 100 };

/** Sends the chunks of a phone's generated history to a device. */
export async function sendRecentPast(
  world: World,
  transaction: Transaction,
  owner: Person,
  device: LinkedDevice,
): Promise<void> {
  const past = transaction.store.pasts.of(owner.phone);
  const chunks = past ? recentChunks(transaction, owner, past) : [NOTHING_MORE];
  for (const chunk of chunks) await sendHistory(world, transaction, owner, device, chunk, past?.byReference ?? false);
}
