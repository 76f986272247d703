import { startDelivery } from "../../delivery/start-delivery.ts";
import { greetDevice } from "../../world/linking/greet-device.ts";
import type { Incoming } from "../connection/incoming.ts";

/** The client is ready: everything that waited for it comes now, and for a new device what its phone sends it. */
export async function activate({ world, turn, connection, device, owner }: Incoming): Promise<void> {
  startDelivery(world, turn, device, connection);
  if (!device.greeted) await greetDevice(world, turn, owner, device);
}

/** The client wants to be left alone until it asks again; the simulation has nothing to hold back for that. */
export function deactivate(_incoming: Incoming): void {}
