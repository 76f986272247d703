import { startDelivery } from "../../delivery/start-delivery.ts";
import { greetDevice } from "../../world/linking/greet-device.ts";
import type { Incoming } from "../connection/incoming.ts";

/** Starts delivery to a client that is ready, and greets a new device from its phone. */
export async function activate({ world, transaction, connection, device, owner }: Incoming): Promise<void> {
  startDelivery(world, transaction, device, connection);
  if (!device.greeted) await greetDevice(world, transaction, owner, device);
}

/** The client asks for a pause of delivery, which the simulation does not need. */
export function deactivate(_incoming: Incoming): void {}
