import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CountedGateway, startCounted } from "../bench/support/counted-gateway.ts";
import { conflictsAMessage, receiveText, replyLife } from "../bench/support/flows.ts";

/** A machine that stalls makes requests meet once in a while; code that makes them meet does so every time. */
const TRIES = 5;
const PATIENCE_MS = 240_000;
/** People who write and are answered at the same moment. */
const AT_ONCE = 24;
/** Refused requests are paid for: what is left is a person's message that meets the answer to them. */
const CONFLICTS_A_MESSAGE = 0.05;

let gateway: CountedGateway;

describe("what a message costs does not grow", () => {
  beforeAll(async () => {
    gateway = await startCounted({ webhook: true });
    // The first of each reads what later ones have in memory.
    await receiveText(gateway);
    await replyLife(gateway);
  }, PATIENCE_MS);
  afterAll(() => gateway?.stop());

  it(
    "however many talk at once: hardly any request meets another on an item and is paid for in vain",
    async () => {
      expect(await conflictsAMessage(gateway, 1)).toBe(0);
      let fewest = Number.POSITIVE_INFINITY;
      for (let n = 1; n <= TRIES && fewest > CONFLICTS_A_MESSAGE; n++) {
        fewest = Math.min(fewest, await conflictsAMessage(gateway, AT_ONCE));
      }
      expect(fewest).toBeLessThanOrEqual(CONFLICTS_A_MESSAGE);
    },
    PATIENCE_MS,
  );
});
