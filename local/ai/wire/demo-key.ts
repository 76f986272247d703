import type { IncomingHttpHeaders } from "node:http";

/** Working keys, one for each provider; any other text after the prefix works too, unless it ends in a fault. */
export const AI_DEMO_KEYS = { openai: "sk-demo-0001", anthropic: "sk-ant-demo-0001" } as const;

const PREFIXES = { openai: "sk-demo-", anthropic: "sk-ant-demo-" } as const;

/** Seconds until a `-slow` key is answered: longer than any turn can take. */
const SLOW_SEC = 46;

/** The meaning of a key: how its requests fail, if they do. */
export interface DemoKey {
  /** The longest fault name that the key ends in; null if its requests are answered. */
  fault: string | null;
  /** Seconds on the provider's clock before anything is answered. */
  delaySec: number;
}

/**
 * Reads a key: `sk-demo-…` for OpenAI, `sk-ant-demo-…` for Anthropic. `…-slow` answers after 46 s, `…-slow-44` after 44
 * s.
 * @param faults the names that a key can end in.
 * @returns null for a key that this provider never issued.
 */
export function readDemoKey(
  provider: keyof typeof PREFIXES,
  key: string | undefined,
  faults: readonly string[],
): DemoKey | null {
  if (!key?.startsWith(PREFIXES[provider])) return null;
  const slow = /-slow(?:-(\d{1,3}))?$/.exec(key);
  const found = faults.filter((name) => key.endsWith(`-${name}`)).sort((a, b) => b.length - a.length);
  return { fault: found[0] ?? null, delaySec: slow ? Number(slow[1] ?? SLOW_SEC) : 0 };
}

/** Returns the key of a request that sends it as a bearer token. */
export const bearerOf = ({ authorization = "" }: IncomingHttpHeaders): string | undefined =>
  authorization.startsWith("Bearer ") ? authorization.slice("Bearer ".length) : undefined;
