import { describe, expect, it } from "vitest";
import { type EarlyReceipt, EarlyReceipts } from "../../../session-service/connection/early-receipts.ts";

const RECEIPT: EarlyReceipt = { kind: "delivered", at: new Date("2026-11-20T12:00:01.000Z") };

describe("the record of an acknowledgement", () => {
  it("holds the receipt that comes while it waits, and the receipt's own job waits for the record", async () => {
    const receipts = new EarlyReceipts();
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    const steps: string[] = [];
    const record = receipts.with("NET_1", new AbortController().signal, async (early) => {
      await written;
      steps.push(`recorded ${early?.kind}`);
      return early;
    });
    const job = receipts.note("NET_1", RECEIPT).then(() => steps.push("the job goes on"));
    write();
    expect(await record).toEqual(RECEIPT);
    await job;
    expect(steps).toEqual(["recorded delivered", "the job goes on"]);
  });

  it("goes without one when the wait is over, and a later receipt waits for nobody", async () => {
    const receipts = new EarlyReceipts();
    const stop = new AbortController();
    const record = receipts.with("NET_1", stop.signal, async (early) => early);
    stop.abort();
    expect(await record).toBeNull();
    await receipts.note("NET_1", RECEIPT);
    expect(await receipts.with("NET_1", AbortSignal.abort(), async (early) => early)).toBeNull();
  });

  it("lets the job of a receipt go on when it failed", async () => {
    const receipts = new EarlyReceipts();
    const record = receipts.with("NET_1", new AbortController().signal, async () => {
      throw new Error("the table is away");
    });
    const job = receipts.note("NET_1", RECEIPT);
    await expect(record).rejects.toThrow("the table is away");
    await job;
  });
});
