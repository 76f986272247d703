import { describe, expect, it } from "vitest";
import { awsClient } from "../../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../../core/aws/request-limits.ts";
import { API_FUNCTIONS } from "../../lib/wiring.ts";
import { BEAT_GIVE_UP_MS, STOP_MS } from "../../session-service/fleet/heartbeat.ts";

/** A stand-in for an SDK client. */
class Made {
  readonly config: object;
  constructor(config: object) {
    this.config = config;
  }
}
const BY_USE = { ...REQUEST_LIMITS };
type Use = keyof typeof BY_USE;
const configOf = (use: Use, own?: Parameters<typeof awsClient>[2]) => awsClient(Made, BY_USE[use], own).config;

/**
 * The SDK's longest pause before each try: none before the first and, for a throttled request, one second before the
 * second and two seconds before the third.
 */
const SDK_PAUSES_MS = [0, 1_000, 2_000];
/** The longest pause in patient-request.ts. */
const PATIENT_PAUSE_MS = 1_000;

/** Returns the maximum duration of a request, including all its tries, in ms. */
function longest({
  answerMs,
  tries,
  patienceMs,
}: REQUEST_LIMITS.RequestLimits & Partial<REQUEST_LIMITS.TableLimits>): number {
  if (patienceMs !== undefined) return patienceMs + PATIENT_PAUSE_MS + answerMs;
  return tries * answerMs + SDK_PAUSES_MS.slice(0, tries).reduce((sum, ms) => sum + ms, 0);
}

describe("a client of AWS", () => {
  it("gets its limits in the form in which a request really ends", () => {
    expect(configOf("queue")).toEqual({
      maxAttempts: 3,
      requestHandler: {
        connectionTimeout: 1_000,
        requestTimeout: 3_000,
        throwOnRequestTimeout: true,
        socketTimeout: 3_000,
      },
    });
    expect(configOf("files")).toMatchObject({ requestHandler: { requestTimeout: 10_000, socketTimeout: 30_000 } });
  });

  it("of many sessions has its connections for itself", () => {
    const agent = { maxSockets: 200, maxFreeSockets: 10 };
    expect(configOf("sessionTable", { connections: { most: 200, idle: 10 } })).toMatchObject({
      maxAttempts: 1,
      requestHandler: { httpAgent: agent, httpsAgent: agent },
    });
    expect(configOf("longPoll", { connections: { most: 70 } })).toMatchObject({
      requestHandler: { requestTimeout: 25_000, httpsAgent: { maxSockets: 70 } },
    });
  });
});

describe("the limits", () => {
  const ofFunctions: Use[] = ["table", "queue", "scheduler", "keys", "bus"];

  it.each(ofFunctions)("of functions are a second to connect and three to answer: %s", (use) => {
    expect(BY_USE[use]).toMatchObject({ connectMs: 1_000, answerMs: 3_000 });
  });

  it("leave an API function time to answer, whichever one service is away", () => {
    const ofApi: Use[] = ["table", "queue", "scheduler", "keys", "smallFile", "fileLook"];
    const functionMs = Math.min(...API_FUNCTIONS.map(({ timeoutSec }) => timeoutSec * 1_000));
    expect(functionMs).toBeLessThan(30_000); // API Gateway's own
    for (const use of ofApi) expect(longest(BY_USE[use]), use).toBeLessThan(functionMs - 500);
  });

  it("wait for wake-ups longer than SQS holds the answer back", () => {
    expect(REQUEST_LIMITS.longPoll.answerMs).toBeGreaterThan(20_000);
  });

  it("end a heartbeat when it is given up, and a session's write before its task must stop", () => {
    expect(REQUEST_LIMITS.beats.answerMs).toBeLessThanOrEqual(BEAT_GIVE_UP_MS);
    expect(REQUEST_LIMITS.sessionTable.answerMs).toBeLessThan(STOP_MS);
  });
});
