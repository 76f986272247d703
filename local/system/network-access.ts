import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "./child.ts";
import type { Settings } from "./settings.ts";

/** The network, as sessions and other programs on this machine reach it. */
export interface NetworkAccess {
  /** The environment variables that a session process needs to find and trust the network. */
  readonly sessionEnv: Record<string, string>;
  /** Null means the URL and key built into the network library. */
  readonly address: { url: string; rootPublicKey: string } | null;
  /**
   * Null if there is no sandbox to simulate people and move the clock, because the network isn't simulated or the
   * sandbox is turned off.
   */
  readonly sandboxUrl: string | null;
  /** The process of the simulated network, or null if it isn't running. */
  readonly process: Child | null;
}

/**
 * Starts the simulated network, or returns access to the configured one.
 * @param simulation for the simulated network: its folder (null if it exists only in memory), the sandbox paths that
 * the gateway serves itself, and how far its clock is ahead.
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
    // The simulated network serves files with a certificate of its own.
    sessionEnv: foundBy(String(url), String(rootPublicKey), String(mediaCaFile)),
    address: { url: String(url), rootPublicKey: String(rootPublicKey) },
    sandboxUrl: sandboxUrl === "" ? null : String(sandboxUrl),
    process: child,
  };
}

/**
 * Combines several certificate files into one, because a process reads its additional certificates from a single file.
 */
function inOneFile(caFiles: readonly string[], path: string): string | null {
  if (caFiles.length === 0) return null;
  writeFileSync(path, caFiles.map((file) => `${readFileSync(file, "utf8")}\n`).join(""));
  return path;
}

/**
 * Node trusts the additional certificates for the WebSocket as well as for files, but only reads them when a process
 * starts.
 */
const foundBy = (url: string, rootKey: string, caFile: string | null = null) => ({
  NETWORK_URL: url,
  NETWORK_ROOT_KEY: rootKey,
  ...(caFile !== null && { NODE_EXTRA_CA_CERTS: caFile }),
});
