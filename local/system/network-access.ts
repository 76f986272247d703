import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "./child.ts";
import type { Settings } from "./settings.ts";

/** The network as sessions and other programs on this machine reach it. */
export interface NetworkAccess {
  /** The variables with which a session process finds and trusts it. */
  readonly sessionEnv: Record<string, string>;
  /** null means the network library's own address and key. */
  readonly address: { url: string; rootPublicKey: string } | null;
  /** null if nobody plays people or moves the clock, because the network isn't simulated or its sandbox is off. */
  readonly sandboxUrl: string | null;
  /** The process of the simulated network; null if none runs. */
  readonly process: Child | null;
}

/**
 * Starts the simulated network, or finds the one that the settings name.
 * @param simulation the simulated network's own folder (null means in memory), the sandbox paths that the gateway
 * answers, and how far its clock is ahead.
 */
export async function openNetwork(
  { network = { kind: "sandbox" }, sandboxPort, dataDir }: Settings,
  simulation: { dataDir: string | null; ownersPaths: readonly string[]; clockOffsetMs: number },
): Promise<NetworkAccess> {
  switch (network.kind) {
    case "sandbox":
      return simulated({ port: 0, sandboxPort, ...simulation });
    case "whatsapp":
      return { sessionEnv: foundBy("", ""), address: null, sandboxUrl: null, process: null };
    case "custom": {
      const { url, rootKey, caFiles } = network;
      return {
        sessionEnv: foundBy(url, rootKey, inOneFile(caFiles, join(dataDir, "authorities.pem"))),
        address: { url, rootPublicKey: rootKey },
        sandboxUrl: null,
        process: null,
      };
    }
  }
}

async function simulated(config: Record<string, unknown>): Promise<NetworkAccess> {
  const child = await startChild("simulated network", new URL("../../simulated-network/src/main.ts", import.meta.url), {
    NETWORK_CONFIG: JSON.stringify(config),
  });
  const { url, rootPublicKey, sandboxUrl, mediaCaFile } = child.ready;
  return {
    // It serves files with its own certificate.
    sessionEnv: foundBy(String(url), String(rootPublicKey), String(mediaCaFile)),
    address: { url: String(url), rootPublicKey: String(rootPublicKey) },
    sandboxUrl: sandboxUrl === "" ? null : String(sandboxUrl),
    process: child,
  };
}

/** A process reads its extra certificates from one file. */
function inOneFile(caFiles: readonly string[], path: string): string | null {
  if (caFiles.length === 0) return null;
  writeFileSync(path, caFiles.map((file) => `${readFileSync(file, "utf8")}\n`).join(""));
  return path;
}

/** Node trusts the extra certificates for the socket and for files, and reads them only when a process starts. */
const foundBy = (url: string, rootKey: string, caFile: string | null = null) => ({
  NETWORK_URL: url,
  NETWORK_ROOT_KEY: rootKey,
  ...(caFile !== null && { NODE_EXTRA_CA_CERTS: caFile }),
});
