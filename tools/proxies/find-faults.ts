import { pick } from "../chaos/chance.ts";
import { askTls } from "./ask-tls.ts";
import { CLAIMED, headLines, oddRequest, TRICKS } from "./odd-requests.ts";

/** Where the proxy listens. */
type To = Parameters<typeof askTls>[0];

interface Wish {
  requests: number;
  chance: () => number;
  apiKey: string;
  /** The proxy's name, for findings. */
  name: string;
  say(line: string): void;
}

interface Line {
  source: string | null;
  action: string;
}

/** Requests that are open at once. */
const AT_ONCE = 8;
/** What answers somebody without credentials: sign-in, the documentation, health. */
const OPEN_PATHS =
  /^(\/|\/health|\/docs.*|\/v1\/openapi\.json|\/identity\/.*|\/panel-api\/session.*|\/favicon.*|\/assets\/.*)$/;

/** Sends odd requests, and then tricks with a key's, through a proxy. @returns one sentence per broken promise. */
export async function findFaults(to: To, wish: Wish): Promise<string[]> {
  const { name, say } = wish;
  const { statuses, findings } = await sendOdd(to, wish);
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status || "closed"}: ${count}`);
  say(`${name}: ${shown.join(", ")}`);
  const tricked = await sendTricks(to, wish);
  say(
    `${name}: ${TRICKS.length} tricks with a key, ${tricked.changed} of them changed something, each from its own address`,
  );
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
      const isServed = status !== null && status >= 200 && status < 300 && method !== "OPTIONS";
      if (isServed && !OPEN_PATHS.test(path)) findings.push(`${status} without credentials for ${method} ${path}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { statuses, findings };
}

/** Each trick changes the webhook from an address of its own, and the activity log must name that one. */
async function sendTricks(to: To, { chance, apiKey }: Wish): Promise<{ changed: number; findings: string[] }> {
  const findings: string[] = [];
  const real: string[] = [];
  const block = 1 + Math.floor(chance() * 200);
  for (const [n, trick] of TRICKS.entries()) {
    const from = `127.0.${block}.${n + 1}`;
    const body = JSON.stringify({ url: `https://${n}.${pick(chance, ["a", "b", "c"])}${block}.example.com/` });
    const headers = [
      `Authorization: Bearer ${apiKey}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
    ];
    const { status } = await askTls(
      to,
      from,
      `${headLines("PATCH", "/v1/webhook", to.host, [trick, ...headers])}${body}`,
    );
    if (status !== null && status >= 500) findings.push(`${status} for ${JSON.stringify(trick)}`);
    if (status === 200) real.push(from);
  }
  const list = headLines("GET", `/v1/activity?limit=${real.length}`, to.host, [`Authorization: Bearer ${apiKey}`]);
  const { body } = await askTls(to, "127.0.0.1", list);
  const sources = linesIn(body).map(({ source }) => source);
  if (real.length === 0) findings.push("no trick reached the gateway, so nothing was tried");
  if (sources.join() !== real.toReversed().join()) {
    findings.push(`the activity log has ${sources.join()} instead of ${real.toReversed().join()}`);
  }
  if (body.includes(CLAIMED)) findings.push("a claimed address is in the activity log");
  return { changed: real.length, findings };
}

/** The list in an answer, which may have come in chunks. */
function linesIn(body: string): Line[] {
  const text = body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1).replaceAll(/\r\n[0-9a-f]+\r\n/g, "");
  return (JSON.parse(text) as { data: Line[] }).data;
}
