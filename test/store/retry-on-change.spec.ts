import { describe, expect, it } from "vitest";
import { retryOnChange } from "../../core/store/retry-on-change.ts";
import { ConditionFailed } from "../../core/store/table.ts";
import { MemoryTable } from "../support/memory-table.ts";

const KEY = { pk: "P", sk: "S" };

/** Raises the counter by one as it was read; `others` write it in between so many times. */
function raising(others: number) {
  const table = new MemoryTable();
  let attempts = 0;
  const raise = async () => {
    attempts++;
    const n = Number((await table.get(KEY))?.n ?? 0);
    if (attempts <= others) await table.write({ update: KEY, set: { n: n + 10 } });
    await table.write({
      update: KEY,
      set: { n: n + 1 },
      if: [n === 0 ? { field: "n", is: "missing" } : { field: "n", op: "=", value: n }],
    });
  };
  return { table, raise, attempts: () => attempts };
}

describe("a write on what was read", () => {
  it("is decided again from its reads when others wrote in between, and loses nothing of theirs", async () => {
    const { table, raise, attempts } = raising(2);

    await retryOnChange(3, raise);

    expect([table.peek(KEY)?.n, attempts()]).toEqual([21, 3]);
  });

  it("ends after its tries with the refusal, or with what its caller makes of it", async () => {
    await expect(retryOnChange(3, raising(9).raise)).rejects.toBeInstanceOf(ConditionFailed);
    const busy = raising(9);
    await expect(retryOnChange(3, busy.raise, () => new Error("busy"))).rejects.toThrow("busy");
    expect(busy.attempts()).toBe(3);
  });

  it("is not tried again after another error: it may have been written", async () => {
    let attempts = 0;
    const fails = async () => {
      attempts++;
      throw new Error("the answer was lost");
    };

    await expect(retryOnChange(3, fails)).rejects.toThrow("lost");
    expect(attempts).toBe(1);
  });
});
