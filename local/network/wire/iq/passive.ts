import { startDelivery } from "../../delivery/start-delivery.ts";
import type { Incoming } from "../stanzas/incoming.ts";

/** The client is ready: everything that waited for it comes now. */
export async function activate(incoming: Incoming): Promise<void> {
  await startDelivery(incoming);
}

/** The client wants to be left alone until it asks again; the simulation has nothing to hold back for that. */
export function deactivate(_incoming: Incoming): void {}
