import { afterEach, describe, expect, it } from "vitest";
import { randomIds } from "../../core/aws/random-ids.ts";
import { storedPepper } from "../../core/records/accounts/pepper.ts";
import type { ApiDeps } from "../../functions/own-deps.ts";
import { useDeps } from "../../functions/own-deps.ts";
import { localAccount } from "../../local/system/account.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { stillClock } from "../support/test-clock.ts";
import { testVault } from "../support/test-vault.ts";

afterEach(() => useDeps(null));

describe("the account of a gateway that serves a team", () => {
  it("lets people sign in before there is an API key: what a sign-in is kept under stays the same", async () => {
    const parts = { table: new MemoryTable(), vault: testVault(), clock: stillClock(), ids: randomIds() };
    useDeps({ ...parts, pepper: storedPepper(parts) } as unknown as ApiDeps);

    const made = await localAccount(parts.clock, { account_id: null, api_key: null }, true);

    // Load the pepper as the sign-in functions do; they can't create it.
    const read = storedPepper(parts, { mayMake: false });
    expect(await read.hmac("sign_in", "token")).toEqual(await read.hmac("sign_in", "token"));
    expect(made.api_key).toBeNull();
  });
});
