import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The network that this machine's numbers are linked to. */
export type NetworkChoice =
  | { readonly kind: "sandbox" }
  | { readonly kind: "whatsapp" }
  | {
      readonly kind: "custom";
      /** The server's URL, as `ws://…` or `wss://…`. */
      readonly url: string;
      /** The root key of the server's certificate: 32 bytes in lower-case hex. */
      readonly rootKey: string;
      /** Absolute paths of certificates (PEM) to trust in addition to the usual ones. Empty if those are sufficient. */
      readonly caFiles: readonly string[];
    };

/** The kinds of networks. These are the values of the variable NETWORK. */
export const NETWORK_KINDS = ["sandbox", "whatsapp", "custom"] as const;

/** The environment variables that select a network. An empty variable counts as unset. */
export interface NetworkVariables {
  readonly NETWORK: (typeof NETWORK_KINDS)[number];
  readonly NETWORK_URL?: string | undefined;
  readonly NETWORK_ROOT_KEY?: string | undefined;
  readonly NETWORK_CA_FILE?: string | undefined;
  readonly NODE_EXTRA_CA_CERTS?: string | undefined;
}

const ONLY_CUSTOM = ["NETWORK_URL", "NETWORK_ROOT_KEY", "NETWORK_CA_FILE"] as const;

/**
 * Determines the selected network and everything that is wrong with its variables.
 * @returns a null choice if there are any faults. Each fault names its variable.
 */
export function readNetworkChoice(env: NetworkVariables): { choice: NetworkChoice | null; faults: string[] } {
  const faults = env.NETWORK === "custom" ? faultsOfCustom(env) : unusedVariables(env);
  if (faults.length > 0) return { choice: null, faults };
  if (env.NETWORK !== "custom") return { choice: { kind: env.NETWORK }, faults };
  const { NETWORK_URL: url = "", NETWORK_ROOT_KEY: rootKey = "" } = env;
  return { choice: { kind: "custom", url, rootKey: rootKey.toLowerCase(), caFiles: caFilesOf(env) }, faults };
}

/**
 * Returns a fault for each variable that would be ignored. Such a variable is refused, because the person who set it
 * expects to be on a different network.
 */
function unusedVariables(env: NetworkVariables): string[] {
  return ONLY_CUSTOM.filter((name) => env[name]).map(
    (name) => `${name} is only for NETWORK=custom, but NETWORK is ${env.NETWORK}`,
  );
}

function faultsOfCustom(env: NetworkVariables): string[] {
  const { NETWORK_URL: url, NETWORK_ROOT_KEY: rootKey, NETWORK_CA_FILE: caFile } = env;
  const faults = [faultOfUrl(url), faultOfRootKey(rootKey), caFile ? faultOfCaFile(caFile) : null];
  return faults.filter((fault) => fault !== null);
}

/**
 * The machine's own additional certificates stay trusted. They have to be combined with ours, because a process only
 * reads one file.
 */
function caFilesOf({ NETWORK_CA_FILE: own, NODE_EXTRA_CA_CERTS: machines }: NetworkVariables): string[] {
  if (!own) return [];
  return [own, ...(machines && faultOfCaFile(machines) === null ? [machines] : [])].map((path) => resolve(path));
}

function faultOfUrl(url: string | undefined): string | null {
  if (!url) return "NETWORK_URL is missing. NETWORK=custom needs the server's address, ws://… or wss://…";
  const isSocket = URL.canParse(url) && ["ws:", "wss:"].includes(new URL(url).protocol);
  return isSocket ? null : "NETWORK_URL must be an address that begins with ws:// or wss://";
}

function faultOfRootKey(rootKey: string | undefined): string | null {
  if (!rootKey) {
    return "NETWORK_ROOT_KEY is missing. NETWORK=custom needs the root key of the server's certificate, 64 hex digits";
  }
  return /^[0-9a-f]{64}$/i.test(rootKey) ? null : "NETWORK_ROOT_KEY must be 32 bytes written as 64 hex digits";
}

function faultOfCaFile(path: string): string | null {
  try {
    new X509Certificate(readFileSync(path)); // the first of them; Node itself passes over what it can't read
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Node's own errors
    const isUnreadable = code === "ENOENT" || code === "EACCES" || code === "EISDIR";
    return `NETWORK_CA_FILE names ${resolve(path)}, ${isUnreadable ? `which can't be read (${code})` : "which contains no certificate (PEM)"}`;
  }
}
