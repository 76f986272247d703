import { startDelivery } from "../../delivery/start-delivery.ts";
import { greetDevice } from "../../world/linking/greet-device.ts";
import type { Incoming } from "../connection/incoming.ts";

/** Starts delivery to a client that is ready. If the device is new, its phone greets it as well. */
export async function activate({ world, transaction, connection, device, owner }: Incoming): Promise<void> {
  startDelivery(world, transaction, device, connection);
  if (!device.greeted) await greetDevice(world, transaction, owner, device);
}

/** Handles a client's request to pause delivery, which the simulation can safely ignore. */
export function deactivate(_incoming: Incoming): void {}
