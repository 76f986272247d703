import { askTls } from "./ask-tls.ts";
import { CLAIMED, headLines, oddRequest, TRICKS } from "./odd-requests.ts";

/** The address that the proxy listens on. */
type To = Parameters<typeof askTls>[0];

interface Wish {
  requests: number;
  chance: () => number;
  apiKey: string;
  /** The proxy's name, for use in findings. */
  name: string;
  say(line: string): void;
}

interface Line {
  source: string | null;
  action: string;
}

/** The number of requests open at the same time. */
const AT_ONCE = 8;
/** The reason why a verdict on the tricks would be worthless. */
const TOO_FEW = "most tricks were refused, so too little was tried";
/** Paths served without credentials: sign-in, the documentation, and health. */
const OPEN_PATHS =
  /^(\/|\/health|\/docs.*|\/v1\/openapi\.json|\/identity\/.*|\/panel-api\/session.*|\/favicon.*|\/assets\/.*)$/;

/**
 * Sends odd requests through a proxy, and then tricks with a valid key. @returns a sentence for each broken promise.
 */
export async function findFaults(to: To, wish: Wish): Promise<string[]> {
  const { name, say } = wish;
  const { statuses, findings } = await sendOdd(to, wish);
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status || "closed"}: ${count}`);
  say(`${name}: ${shown.join(", ")}`);
  const tricked = await sendTricks(to, wish);
  say(`${name}: of ${TRICKS.length} tricks with a key, ${tricked.changed} came through`);
  return [...findings, ...tricked.findings].map((finding) => `${name}: ${finding}`);
}

async function sendOdd(to: To, { requests, chance }: Wish) {
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  let left = requests;
  const one = async () => {
    while (left-- > 0) {
      const { method, path, text } = oddRequest(chance, to.host);
      const { status } = await askTls(to, "127.0.0.1", text);
      statuses.set(status ?? 0, (statuses.get(status ?? 0) ?? 0) + 1);
      if ((status ?? 0) >= 500) findings.push(`${status} for ${JSON.stringify(text.slice(0, 600))}`);
      const isServed = status === 101 || (status !== null && status >= 200 && status < 300 && method !== "OPTIONS");
      if (isServed && !OPEN_PATHS.test(path)) findings.push(`${status} without credentials for ${method} ${path}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { statuses, findings };
}

/**
 * Sends each trick from an address of its own. The request renames a number, after which the activity log must contain
 * that address.
 */
async function sendTricks(to: To, { chance, apiKey }: Wish): Promise<{ changed: number; findings: string[] }> {
  const findings: string[] = [];
  const real: string[] = [];
  const block = 1 + Math.floor(chance() * 200);
  const ask = async (method: string, path: string, { from = "127.0.0.1", trick = [] as string[], body = "" } = {}) => {
    const withBody = body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`];
    const headers = [...trick, `Authorization: Bearer ${apiKey}`, ...withBody];
    return askTls(to, from, `${headLines(method, path, to.host, headers)}${body}`);
  };
  const created = await ask("POST", "/v1/instances", { body: JSON.stringify({ name: "Before the tricks" }) });
  const { id } = dataOf(created.body) as { id: string };
  for (const [n, trick] of TRICKS.entries()) {
    const from = `127.0.${block}.${n + 1}`;
    const body = JSON.stringify({ name: `Trick ${n}` });
    const { status } = await ask("PATCH", `/v1/instances/${id}`, { from, trick: [trick], body });
    if (status !== null && status >= 500) findings.push(`${status} for ${JSON.stringify(trick)}`);
    if (status === 200) real.push(from);
    // A proxy may refuse a malformed request. All other requests must be served, because otherwise the trick was not
    // tested.
    else if (status !== 400) findings.push(`${status} instead of 200 or 400 for ${JSON.stringify(trick)}`);
  }
  if (real.length < TRICKS.length / 2) return { changed: real.length, findings: [...findings, TOO_FEW] };
  const { body } = await ask("GET", `/v1/activity?limit=${real.length}`);
  const sources = (dataOf(body) as Line[]).map(({ source }) => source);
  if (sources.join() !== real.toReversed().join()) {
    findings.push(`the activity log has ${sources.join()} instead of ${real.toReversed().join()}`);
  }
  if (body.includes(CLAIMED)) findings.push("a claimed address is in the activity log");
  return { changed: real.length, findings };
}

/** Returns the data in a response, which may have arrived in chunks. */
function dataOf(body: string): unknown {
  const text = body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1).replaceAll(/\r\n[0-9a-f]+\r\n/g, "");
  return (JSON.parse(text) as { data: unknown }).data;
}
