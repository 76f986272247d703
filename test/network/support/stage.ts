import { rmSync } from "node:fs";
import { passingFolder } from "../../support/passing-folder.ts";
import { BaileysClient } from "./baileys-client.ts";
import { type HostedNetwork, openNetwork } from "./hosted-network.ts";
import { type SandboxClient, sandboxClient } from "./sandbox-client.ts";

/** Olga's phone is linked. Ana and Ben write to her. */
export const OLGA = "15550001001";
export const ANA = "15550001002";
export const BEN = "15550001003";

/** Returns the network address for a phone number. */
export const at = (phone: string): string => `${phone}@s.whatsapp.net`;

/** A network with three people, and everything that must be cleaned up afterwards. */
export interface Stage {
  network: HostedNetwork;
  sandbox: SandboxClient;
  /** Returns a Baileys client that isn't connected yet. */
  newClient(): BaileysClient;
  /** Restarts the network with its data. Clients must connect again. */
  startAgain(): Promise<void>;
  tearDown(): Promise<void>;
}

/** Starts a network that stores its data in its own folder. */
export async function setStage(): Promise<Stage> {
  const dataDir = passingFolder("network-");
  const network = await openNetwork({ dataDir });
  const sandbox = sandboxClient(network.sandboxUrl);
  await sandbox.addPhone(OLGA, "Olga");
  await sandbox.addPhone(ANA, "Ana");
  await sandbox.addPhone(BEN, "Ben");
  const clients: BaileysClient[] = [];
  const stage: Stage = {
    network,
    sandbox,
    newClient() {
      const client = new BaileysClient(stage.network);
      clients.push(client);
      return client;
    },
    async startAgain() {
      stage.network = await openNetwork({ dataDir });
      stage.sandbox = sandboxClient(stage.network.sandboxUrl);
      for (const client of clients) client.moveTo(stage.network);
    },
    async tearDown() {
      await Promise.all(clients.map((client) => client.disconnect()));
      await stage.network.leave();
      rmSync(dataDir, { recursive: true });
    },
  };
  return stage;
}
