import { expect, test } from "vitest";
import { identitySecrets } from "../../local/identity/identity-secrets.ts";
import { identityStore } from "../../local/identity/identity-store.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { runningClock } from "../support/test-clock.ts";
import { testVault } from "../support/test-vault.ts";

const OF = { uid: "sign-in", email: "ana@example.com" };
const CLEAR = { pk: "IDENTITY#SECRETS", sk: "1" };

function provider() {
  const table = new MemoryTable();
  const vault = testVault();
  const store = identityStore({ table, clock: runningClock() });
  return { table, store, open: () => identitySecrets(store, vault) };
}

test("the secrets of the sign-in are stored sealed, and are the same at the next start", async () => {
  const { table, open } = provider();
  const made = await open();
  const again = await open();
  expect([again.jwk, again.cookies]).toEqual([made.jwk, made.cookies]);
  expect(again.codeMac(OF, "confirm", "123456")).toBe(made.codeMac(OF, "confirm", "123456"));
  const stored = await table.get({ pk: "IDENTITY#SECRETS", sk: "2" });
  expect(Buffer.from(stored?.sealed as Uint8Array).toString("latin1")).not.toContain(String(made.jwk.d));
});

test("two starts at once agree on them", async () => {
  const { open } = provider();
  const [one, other] = await Promise.all([open(), open()]);
  expect(one.jwk).toEqual(other.jwk);
});

test("those that an older gateway kept in clear are replaced and removed", async () => {
  const { table, open } = provider();
  const clear = { jwk: { kid: "old" }, cookies: ["old"] };
  await table.write({ put: { ...CLEAR, text: JSON.stringify(clear) } });
  const { jwk, cookies } = await open();
  expect(jwk.kid).not.toBe("old");
  expect(cookies).not.toContain("old");
  expect(await table.get(CLEAR)).toBeNull();
});

test("what is stored of a code is another in each sign-in, for each purpose and with other secrets", async () => {
  const [{ codeMac }, others] = await Promise.all([provider().open(), provider().open()]);
  const macs = [
    codeMac(OF, "confirm", "123456"),
    codeMac(OF, "reset", "123456"),
    codeMac(OF, "confirm", "123457"),
    codeMac({ ...OF, uid: "another" }, "confirm", "123456"),
    codeMac({ ...OF, email: "bea@example.com" }, "confirm", "123456"),
    others.codeMac(OF, "confirm", "123456"),
  ];
  expect(new Set(macs).size).toBe(macs.length);
});
