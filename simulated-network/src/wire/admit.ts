import { deviceAddress } from "../format/addresses.ts";
import { node, seconds } from "../format/nodes.ts";
import type { PairingDesk } from "../world/linking/pairing-desk.ts";
import type { Registration } from "../world/linking/registration.ts";
import { banNotice } from "../world/standing/ban.ts";
import type { World } from "../world/world.ts";
import type { Connection } from "./connection/connection.ts";
import type { Login } from "./handshake/client-payload.ts";

/** Refuses a device that isn't linked. The client responds by deleting its keys. */
const NOT_LINKED = node("failure", { reason: 401, location: "simulated" });
/** Refuses a client whose version is too old. */
const VERSION_REFUSED = node("failure", { reason: 405, location: "simulated" });
/** Closes a connection because the same device has opened another connection. */
const REPLACED = node("stream:error", {}, [node("conflict", { type: "replaced" })]);

/**
 * Admits a client after the handshake. A new client gets codes to show. A linked device is either logged in or refused.
 */
export async function admit(
  world: World,
  pairing: PairingDesk,
  connection: Connection,
  client: Registration | Login,
  noiseKey: Buffer,
): Promise<void> {
  if (world.faults.refusesVersion(client.version)) {
    connection.end(VERSION_REFUSED);
    return;
  }
  if (client.kind === "registration") {
    pairing.welcome(connection, client, noiseKey);
    return;
  }
  const refusal = world.faults.loginRefusal;
  if (refusal !== null) {
    connection.end(node("failure", { reason: refusal, location: "simulated" }));
    return;
  }
  await world.transactions.run((transaction) => {
    const { phone, device } = client;
    const owner = transaction.store.people.byPhone(phone);
    const linked = device === null ? null : transaction.store.devices.find({ phone, device });
    if (!owner || !linked?.noiseKey.equals(noiseKey)) {
      transaction.afterCommit(() => connection.end(NOT_LINKED));
      return;
    }
    const { ban } = transaction.store.standing.of(phone, transaction.now);
    if (ban) {
      transaction.afterCommit(() => connection.end(banNotice(ban, transaction.now)));
      return;
    }
    const success = node("success", { t: seconds(transaction.now), lid: deviceAddress(owner, linked.device, "lid") });
    transaction.afterCommit(() => {
      connection.device = { phone: linked.phone, device: linked.device };
      const earlier = world.live.loggedIn(linked, connection);
      world.logins.loggedIn(linked, earlier !== null);
      earlier?.end(REPLACED);
      connection.write(success);
    });
  });
}
