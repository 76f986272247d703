import { describe, expect, it } from "vitest";
import { type Attempt, retryOnChange } from "../../core/store/retry-on-change.ts";
import { ConditionFailed, TransactionRefused } from "../../core/store/table.ts";
import { MemoryTable } from "../support/memory-table.ts";

const KEY = { pk: "P", sk: "S" };

/** Increments a counter based on the value that was read. In between, other writers change it `others` times. */
function raising(others: number) {
  const table = new MemoryTable();
  let attempts = 0;
  const raise = async ({ commit }: Attempt, refused?: (refusal: Error) => unknown) => {
    attempts++;
    const n = Number((await table.get(KEY))?.n ?? 0);
    if (attempts <= others) await table.write({ update: KEY, set: { n: n + 10 } });
    const write = table.write({
      update: KEY,
      set: { n: n + 1 },
      if: [n === 0 ? { field: "n", is: "missing" } : { field: "n", op: "=", value: n }],
    });
    await commit(write, refused);
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
    const busy = raising(9);
    const fail = () => {
      throw new Error("busy");
    };

    await expect(retryOnChange(3, raising(9).raise)).rejects.toBeInstanceOf(ConditionFailed);
    await expect(retryOnChange({ tries: 3, atEnd: fail }, busy.raise)).rejects.toThrow("busy");
    expect(busy.attempts()).toBe(3);
    const left = { tries: 2, atEnd: async () => "left" };
    expect(
      await retryOnChange<string | undefined>(left, async (attempt) =>
        raising(9)
          .raise(attempt)
          .then(() => "raised"),
      ),
    ).toBe("left");
  });

  it("is not tried again after another error: it may have been written", async () => {
    let attempts = 0;
    const fails = async ({ commit }: Attempt) => {
      attempts++;
      await commit(Promise.reject(new Error("the answer was lost")));
    };

    await expect(retryOnChange(3, fails)).rejects.toThrow("lost");
    expect(attempts).toBe(1);
  });

  it("is made once when the work that follows it is refused, and that work is not done again", async () => {
    const { table, raise, attempts } = raising(1);
    const refusal = new TransactionRefused([null]);
    let followed = 0;

    const raised = retryOnChange(9, async (attempt) => {
      await raise(attempt);
      followed++;
      throw refusal;
    });

    await expect(raised).rejects.toBe(refusal);
    expect([table.peek(KEY)?.n, attempts(), followed]).toEqual([11, 2, 1]);
  });

  it("tells its caller of each refusal before the next attempt, and ends with the error that this throws", async () => {
    const { raise, attempts } = raising(9);
    const seen: string[] = [];
    const refused = (refusal: Error) => {
      seen.push(refusal.name);
      if (seen.length === 2) throw new Error("full");
    };

    await expect(retryOnChange(9, (attempt) => raise(attempt, refused))).rejects.toThrow("full");

    expect([seen, attempts()]).toEqual([["ConditionFailed", "ConditionFailed"], 2]);
  });

  it("is decided again without a write when its reads are no longer true, as often as it may be tried", async () => {
    let attempts = 0;
    const moved = async ({ again }: Attempt) => (++attempts < 3 ? again() : attempts);

    expect(await retryOnChange(3, moved)).toBe(3);
    attempts = 0;
    await expect(retryOnChange(2, moved)).rejects.toBeInstanceOf(ConditionFailed);
  });

  it("inside another one tries itself again, and its end is not the other's refusal", async () => {
    let outer = 0;
    const inner = raising(9);

    const both = retryOnChange(5, async () => {
      outer++;
      await retryOnChange(2, inner.raise);
    });

    await expect(both).rejects.toBeInstanceOf(ConditionFailed);
    expect([outer, inner.attempts()]).toEqual([1, 2]);
  });
});
