import type { IncomingHttpHeaders } from "node:http";

/**
 * A working key for each provider. Any other text after the prefix also works, unless it ends in the name of a failure.
 */
export const AI_DEMO_KEYS = { openai: "sk-demo-0001", anthropic: "sk-ant-demo-0001" } as const;

const PREFIXES = { openai: "sk-demo-", anthropic: "sk-ant-demo-" } as const;

/** The response delay for a `-slow` key, in seconds. It exceeds the time limit of any turn. */
const SLOW_SEC = 46;

/** The behavior that a key selects: whether and how requests with it fail. */
export interface DemoKey {
  /**
   * The name of the failure that the key ends in, or the longest such name if several match. Null if the key's requests
   * succeed.
   */
  fault: string | null;
  /** How many seconds, on the provider's clock, the response is delayed. */
  delaySec: number;
}

/**
 * Parses a key: `sk-demo-…` for OpenAI, `sk-ant-demo-…` for Anthropic. With `…-slow`, the response is sent after 46 s;
 * with `…-slow-44`, after 44 s.
 * @param faults the names of failures that a key can end in.
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

/** Returns the API key of a request that sends it as a bearer token. */
export const bearerOf = ({ authorization = "" }: IncomingHttpHeaders): string | undefined =>
  authorization.startsWith("Bearer ") ? authorization.slice("Bearer ".length) : undefined;
