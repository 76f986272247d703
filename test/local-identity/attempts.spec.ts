import { expect, it, onTestFinished, vi } from "vitest";
import { type Client, forgetAttempts, takeAttempt } from "../../local/identity/attempts.ts";
import { identityStore } from "../../local/identity/identity-store.ts";
import { knownBrowser, knownBrowserCookie } from "../../local/identity/known-browser.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { stillClock } from "../support/test-clock.ts";

const EMAIL = "ana@example.com";
const ANA: Client = { block: "203.0.113.7", browser: null };
const stranger = (network: number): Client => ({ block: `198.51.100.${network}`, browser: null });

const newStore = () => identityStore({ table: new MemoryTable(), clock: stillClock() });
type Store = ReturnType<typeof newStore>;
const useUp = async (store: Store, client: Client, times = 10) => {
  for (let i = 0; i < times; i++) await takeAttempt(store, "password", EMAIL, client);
};
const waitMs = (store: Store, client: Client) => takeAttempt(store, "password", EMAIL, client);

it("a client has ten attempts at a password in a quarter of an hour, and is told how long to wait", async () => {
  const store = newStore();
  await useUp(store, ANA);

  const wait = await waitMs(store, ANA);

  expect(wait).toBeGreaterThan(14 * 60_000);
  expect(wait).toBeLessThanOrEqual(15 * 60_000);
});

it("attempts that were used up before the machine's clock was set back don't lock their owner out", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-17T10:20:05Z") });
  onTestFinished(() => void vi.useRealTimers());
  const store = newStore();
  await useUp(store, ANA);
  expect(await waitMs(store, ANA)).toBeGreaterThan(0);

  vi.setSystemTime(new Date("2026-03-16T10:20:05Z"));

  expect(await waitMs(store, ANA)).toBe(0);
  await useUp(store, ANA);
  expect(await waitMs(store, ANA)).toBeGreaterThan(0);
});

it("a stranger who uses up their attempts, a thousand times, leaves the owner's as they are", async () => {
  const store = newStore();
  await useUp(store, stranger(1), 1_000);
  expect(await waitMs(store, ANA)).toBe(0);
});

it("ten networks use up what all clients share, except in a browser that the owner used before", async () => {
  const store = newStore();
  for (let network = 0; network < 10; network++) await useUp(store, stranger(network));
  expect(await waitMs(store, ANA)).toBeGreaterThan(0);
  expect(await waitMs(store, { ...ANA, browser: "anas-laptop" })).toBe(0);
});

it("a known browser that has used up its attempts is like any other", async () => {
  const store = newStore();
  const known = { ...ANA, browser: "anas-laptop" };
  await useUp(store, known, 20);
  expect(await waitMs(store, known)).toBeGreaterThan(0);
});

it("who succeeds has all attempts again", async () => {
  const store = newStore();
  const known = { ...ANA, browser: "anas-laptop" };
  await useUp(store, known, 20);
  await forgetAttempts(store, "password", EMAIL, known);
  expect(await waitMs(store, known)).toBe(0);
  expect(await waitMs(store, ANA)).toBe(0);
});

it("no address is chosen so that its attempts are counted for another person", async () => {
  const store = newStore();
  for (const email of [`${ANA.block}#${EMAIL}`, `${EMAIL}#${ANA.block}`]) {
    for (let i = 0; i < 100; i++) await takeAttempt(store, "password", email, ANA);
  }
  expect(await waitMs(store, ANA)).toBe(0);
});

const deps = {
  url: "https://gw.example.com",
  browserMac: (id: string, email: string) => `mac-of-${id}-${email.split("@")[0]}`,
};
const asking = (cookie: string) => ({ headers: { cookie } }) as Parameters<typeof knownBrowser>[1];

it("a browser is known to the owner of the address that it was marked for, and to nobody else", () => {
  const line = knownBrowserCookie(deps, EMAIL);
  expect(line).toMatch(/^__Host-known=[\w-]{22}\..*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/);
  const cookie = line.split(";")[0] ?? "";

  expect(knownBrowser(deps, asking(`a=b; ${cookie}`), EMAIL)).toMatch(/^[\w-]{22}$/);
  expect(knownBrowser(deps, asking(cookie), "bea@example.com")).toBeNull();
});

it.each(["", "__Host-known=", "__Host-known=.", `__Host-known=${"a".repeat(22)}.wrong`, `__Host-known=.mac-of--ana`])(
  "a browser that says %j is not known",
  (cookie) => {
    expect(knownBrowser(deps, asking(cookie), EMAIL)).toBeNull();
  },
);
