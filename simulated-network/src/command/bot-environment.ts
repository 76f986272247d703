/** The network addresses and keys that a bot needs. */
export interface BotTargets {
  readonly url: string;
  readonly rootPublicKey: string;
  readonly mediaCaFile: string;
  readonly mediaHost: string;
  readonly sandboxUrl: string;
}

/**
 * Returns the environment variables that make a program using Baileys connect to the simulated network instead of the
 * real one.
 * @param preload the module that the program loads first (preload.ts). @param before the program's existing
 * NODE_OPTIONS.
 */
export function botEnvironment(network: BotTargets, preload: URL, before = ""): Record<string, string> {
  return {
    SIMULATED_NETWORK_URL: network.url,
    SIMULATED_NETWORK_ROOT_KEY: network.rootPublicKey,
    SIMULATED_NETWORK_MEDIA: network.mediaHost,
    SIMULATED_NETWORK_API: network.sandboxUrl,
    // Node.js reads this variable only at process startup.
    NODE_EXTRA_CA_CERTS: network.mediaCaFile,
    NODE_OPTIONS: [before, `--import=${preload.href}`].filter((part) => part !== "").join(" "),
  };
}
