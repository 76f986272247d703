import { expect, it } from "vitest";
import type { Me } from "../../../core/contracts/panel/me.ts";
import { findPerson } from "../../../core/operations/users/find-person.ts";
import { openSession } from "../../../core/operations/users/open-session.ts";
import { memberships } from "../../../core/records/users/membership.ts";
import { keys } from "../../../core/store/keys.ts";
import { panelWorld } from "./panel-world.ts";

/** More than one read of the table returns. */
const MANY = 601;

/** Creates a person who belongs to very many accounts. */
async function newWorld() {
  const world = panelWorld();
  const now = world.clock.now();
  const identity = { iss: "https://id.example.com", sub: "ada", email_verified: true, name: "Ada" };
  const signIn = (email: string) => findPerson(world.deps, { ...identity, email }, now);
  const { id: user } = await signIn("ada@example.com");
  const accounts: string[] = [];
  for (let n = 0; n < MANY; n++) {
    const account = await world.account();
    const membership = { user_id: user, role: "admin", email: "ada@example.com", name: "Ada", joined_at: "x" };
    await world.table.transact([
      { put: { ...keys.accountUser(account, user), ...membership } },
      { put: { ...keys.userAccount(user, account) } },
    ]);
    accounts.push(account);
  }
  const request = { user_id: user, account_id: accounts[0] ?? null, source: "198.51.100.1", browser: "Test browser" };
  const { token } = await openSession(world.deps, request, now);
  const ask = (method: string, path: string, body?: unknown) =>
    world.panel(method, path, { cookie: token, ...(body !== undefined && { body }) });
  const last = accounts.at(-1) ?? "";
  const inLast = () => memberships.read(world.table, last, user);
  return { accounts, last, inLast, ask, signIn };
}

it("A person in hundreds of accounts sees and reaches each of them, and each team sees the person as they are", async () => {
  const { accounts, last, inLast, ask, signIn } = await newWorld();

  const me = (await ask("GET", "/me")).body.data as Me;
  expect(me.accounts.map(({ id }) => id)).toEqual(accounts);
  expect((await ask("POST", "/me/account", { account_id: last })).body.data).toMatchObject({ account_id: last });

  await ask("PATCH", "/me", { name: "Ada L." });
  await signIn("ada@example.org");
  expect(await inLast()).toMatchObject({ name: "Ada L.", email: "ada@example.org" });
});
