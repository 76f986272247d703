import { describe, expect, it } from "vitest";
import { retryLoopsIn } from "./retry-loops.ts";
import { codeOf, files, isInside } from "./sources.ts";

/** Loops that continue after a refused write without retrying it, by file -> reason. */
const OTHER_LOOPS: Record<string, string> = {
  "core/lanes/ensure-wake.ts": "the item that refused shows whether the write was ours, and the lane is woken then",
  "core/lanes/move-lane.ts": "each round moves other rows",
  "core/lanes/run-lane.ts":
    "the item that refused says what the run may do, and the last attempt takes a dead run's place",
  "core/operations/accounts/count-request.ts": "decides on the window that refused, without a read of its own",
  "core/operations/answers/work-chat-lane.ts": "each round answers another turn",
  "core/operations/broadcasts/find-recipient.ts": "each round looks at another person",
  "core/operations/chores/run-chores.ts": "each round does another piece, and a refusal ends it",
  "core/operations/events/follow-connection.ts": "waits for another step of the connection, with pauses, until a time",
  "core/operations/figures/count-figures.ts":
    "each round writes another batch, and a refused write had gone through before",
  "core/operations/groups/claim-creation.ts": "waits for another request's work, with pauses, until a time",
  "core/operations/groups/commit-group.ts": "each round writes other pages",
  "core/operations/instances/move-shard-instances.ts": "each round moves other instances",
  "core/operations/labels/drop-phone-labels.ts": "each round takes another label",
  "core/operations/receiving/move-merged-waiting.ts": "each round takes another page of rows",
};

/** Matches a loop that counts attempts. */
const COUNTS_TRIES = /\bfor \(let (?:tries|attempt|race|round|retry)\b/;

const product = files.filter(({ path }) =>
  ["core", "functions", "session-service", "local"].some((place) => isInside(path, place)),
);

describe("the house rules: a write on what was read", () => {
  it("is made again after a refusal by core/store/retry-on-change.ts alone", () => {
    const found = product
      .filter(({ path, text }) => path !== "core/store/retry-on-change.ts" && retryLoopsIn(text).length > 0)
      .map(({ path }) => path);

    expect(found.toSorted()).toEqual(Object.keys(OTHER_LOOPS).toSorted());
  });

  it("has no other loop that counts attempts where records are changed", () => {
    const judged = files.filter(({ path }) =>
      ["core/records", "core/operations", "functions"].some((place) => isInside(path, place)),
    );
    const found = judged.filter(({ text }) => COUNTS_TRIES.test(codeOf(text))).map(({ path }) => path);

    expect(found).toEqual(["core/operations/accounts/count-request.ts"]);
  });

  it("goes through `commit`, or says `again`: another refusal than these is an error", () => {
    const users = product.filter(({ path, text }) => /\bretryOnChange\b/.test(text) && !isInside(path, "core/store"));
    const silent = users.filter(({ text }) => !/\b(?:commit|again)\(/.test(codeOf(text))).map(({ path }) => path);

    expect(users.length).toBeGreaterThan(35);
    expect(silent).toEqual([]);
  });

  it("is found in each form of a loop, also where a function of the file judges the refusal, and not over a list", () => {
    const text = `
async function isWritten(write: Promise<void>): Promise<boolean> {
  try {
    await write;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
  return true;
}
export async function raise(table: Table): Promise<void> {
  for (;;) {
    if (await isCommitted(table.write({}))) return;
  }
}
/*
 * for (;;) isCommitted();
 */
export async function lower(table: Table): Promise<void> {
  while (true) {
    if (await isWritten(table.write({}))) return;
  }
}
export async function each(table: Table, writes: Write[]): Promise<void> {
  for (const write of writes) await isCommitted(table.write(write));
  for (let n = 0; n < 9; n++) await table.read(n);
}
export async function count(table: Table): Promise<void> {
  for (let n = 0; n < next(n); n++) {
    try {
      return await table.write({});
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}`;
    expect(retryLoopsIn(text)).toEqual([12, 20, 29]);
  });
});
