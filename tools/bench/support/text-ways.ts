import type { AwsCall } from "../../../local/aws/service/service.ts";
import { monotonicMs } from "../../../local/machine/monotonic-ms.ts";
import { isForMessage, longestChain, wordsOf } from "./awaits-in-a-row.ts";
import { ANA, type CountedGateway, SHOP } from "./counted-gateway.ts";
import { TEXT } from "./flows.ts";

/**
 * The simulated duration of each table request during the measurement. It is long enough that parallel requests are
 * sure to overlap and sequential ones don't.
 */
const SLOW_MS = 8;
const PATIENCE_SEC = 30;

/** The requests caused by a single text. */
export interface TextWay {
  /** The sequential requests on the text's way to the phone, or to the webhook's post. */
  inARow: string[];
  /** All requests until nothing is left to do, including those for the text's receipts and webhooks. */
  requests: string[];
}

/** Measures a text's path from the API call to the person's phone. */
export const sentTextWay = (gateway: CountedGateway): Promise<TextWay> =>
  wayOf(gateway, async (text) => {
    const body = { instance_id: gateway.instance, to: ANA, text };
    const answer = await gateway.api("POST", "/v1/messages", body);
    if (answer.status !== 202) throw new Error(`A send was refused: ${JSON.stringify(answer.body)}`);
    const path = `/phones/${ANA}/arrival?text=${encodeURIComponent(text)}&wait_seconds=${PATIENCE_SEC}`;
    const shown = await gateway.sandbox<{ shown_at_ms: number }>("GET", path);
    if (shown.status !== 200) throw new Error("A text did not arrive.");
    return shown.body.shown_at_ms;
  });

/** Measures a text's path from the person's phone to the webhook. */
export const receivedTextWay = (gateway: CountedGateway): Promise<TextWay> =>
  wayOf(gateway, async (text) => {
    const isPosted = () => gateway.receiver.requests.some(({ body }) => body.includes(text));
    const posted = gateway.receiver.waitFor(isPosted, PATIENCE_SEC * 1_000).then(monotonicMs);
    const written = await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text });
    if (written.status !== 201) throw new Error(`Nobody could write: ${JSON.stringify(written.body)}`);
    return posted;
  });

/**
 * Measures a text's path. @param go sends this unique text, and returns the moment at which it arrived. @returns the
 * requests that the text caused.
 */
async function wayOf(gateway: CountedGateway, go: (text: string) => Promise<number>): Promise<TextWay> {
  await gateway.settle();
  const within = { begunMs: 0, endedMs: 0 };
  const calls = await gateway.requestsOf(async () => {
    await slowTable(SLOW_MS);
    within.begunMs = monotonicMs();
    within.endedMs = await go(`${TEXT} ${wordOf(within.begunMs)}`).finally(() => slowTable(0));
    await gateway.settle();
  });
  const ofText = calls.filter(isForMessage);
  return { inARow: words(longestChain(ofText, within)), requests: words(ofText) };
}

/** Spells a time as a word. A number in a text would be looked up as a link code, which takes one more request. */
const wordOf = (ms: number) =>
  String(ms)
    .replace(/\D/g, "")
    .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");

const words = (calls: AwsCall[]) => calls.map(wordsOf);

async function slowTable(delayMs: number): Promise<void> {
  const body = JSON.stringify({ delay_ms: [delayMs, delayMs] });
  const answer = await fetch(`${process.env.AWS_ENDPOINT_URL}/_table-faults`, { method: "PUT", body });
  if (!answer.ok) throw new Error(`The table's delay was refused: ${await answer.text()}`);
}

/**
 * Returns the path with the fewest sequential requests among several runs, so that extra work on a busy machine (a
 * second check of a lane) isn't counted.
 */
export async function shortestWay(run: () => Promise<TextWay>, runs: number): Promise<TextWay> {
  const ways: TextWay[] = [];
  for (let n = 0; n < runs; n++) ways.push(await run());
  const [first, ...others] = ways;
  if (!first) throw new Error("No run was asked for.");
  const inARow = others.reduce((least, { inARow }) => (inARow.length < least.length ? inARow : least), first.inARow);
  const requests = others.reduce(
    (least, one) => (one.requests.length < least.length ? one.requests : least),
    first.requests,
  );
  return { inARow, requests };
}
