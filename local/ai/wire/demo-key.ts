import type { IncomingHttpHeaders } from "node:http";

/** Keys that work, one of each provider; any other text after the prefix works as well, unless it ends in a fault. */
export const AI_DEMO_KEYS = { openai: "sk-demo-0001", anthropic: "sk-ant-demo-0001" } as const;

const PREFIXES = { openai: "sk-demo-", anthropic: "sk-ant-demo-" } as const;

/** Seconds until a `-slow` key is answered: longer than any turn may take. */
const SLOW_SEC = 46;

/** A key's meaning: nothing known (null), or how its requests end. */
export interface DemoKey {
  /** The longest name of a fault that the key ends in; null: its requests are answered. */
  fault: string | null;
  /** Seconds by the provider's clock before anything is answered. */
  delaySec: number;
}

/**
 * Reads a key: `sk-demo-…` of OpenAI, `sk-ant-demo-…` of Anthropic. `…-slow` answers after 46 s, `…-slow-44` after 44
 * s.
 * @param faults the names that a key may end in.
 * @returns null for a key that this provider never gave out.
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

/** The key of a request that sends it as a bearer. */
export const bearerOf = ({ authorization = "" }: IncomingHttpHeaders): string | undefined =>
  authorization.startsWith("Bearer ") ? authorization.slice("Bearer ".length) : undefined;
