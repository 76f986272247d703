import type { BinaryNode } from "@whiskeysockets/baileys";
import { iqError } from "../../format/iq-result.ts";
import type { World } from "../../world/world.ts";
import type { Connection } from "../connection/connection.ts";
import type { StanzaHandler } from "../connection/incoming.ts";
import { handleIq } from "../iq/iq.ts";
import { handleAck } from "./ack.ts";
import { handleCall } from "./call.ts";
import { handleChatState } from "./chatstate.ts";
import { handleInfo } from "./ib.ts";
import { handleMessage } from "./message.ts";
import { handlePresence } from "./presence.ts";
import { handleReceipt } from "./receipt.ts";

/** The handlers for stanzas from logged-in devices, by tag. */
const HANDLERS: Readonly<Record<string, StanzaHandler>> = {
  iq: handleIq,
  message: handleMessage,
  receipt: handleReceipt,
  ack: handleAck,
  presence: handlePresence,
  chatstate: handleChatState,
  call: handleCall,
  ib: handleInfo,
};

/**
 * Handles a stanza from a logged-in device in one transaction. If that fails, nothing is changed and the failure is
 * logged.
 */
export async function dispatchStanza(world: World, connection: Connection, stanza: BinaryNode): Promise<void> {
  const handle = HANDLERS[stanza.tag];
  if (!handle) {
    world.log("unknown_stanza", { tag: stanza.tag });
    return;
  }
  try {
    await world.transactions.run(async (transaction) => {
      const device = connection.device && transaction.store.devices.find(connection.device);
      const owner = device && transaction.store.people.byPhone(device.phone);
      // The device may have been unlinked while the stanza was waiting to be handled.
      if (device && owner) await handle({ world, transaction, connection, device, owner, stanza });
    });
  } catch (error) {
    world.log("stanza_failed", { tag: stanza.tag, reason: error instanceof Error ? error.message : String(error) });
    if (stanza.tag === "iq") connection.write(iqError(stanza, 500, "internal-server-error"));
  }
}
