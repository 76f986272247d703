import { expect, it } from "vitest";
import type { Mail } from "../../core/ports.ts";
import type { Client } from "../../local/identity/attempts.ts";
import { identityStore } from "../../local/identity/identity-store.ts";
import { identityWords } from "../../local/identity/identity-words.ts";
import { mailCode, takeCode } from "../../local/identity/mailed-codes.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { stillClock } from "../support/test-clock.ts";

const EMAIL = "ana@example.com";
const ANA: Client = { block: "203.0.113.7", browser: null };
const clock = stillClock();

/** Creates a store and records the codes it mails, one per sign-in. */
function signIns() {
  const store = identityStore({ table: new MemoryTable(), clock });
  const codes: string[] = [];
  const mail: Mail = {
    send: async ({ subject }) => {
      codes.push(/\d{6}/.exec(subject)?.[0] ?? "");
    },
  };
  const codeMac = (_of: unknown, purpose: string, code: string) => `${purpose} ${code}`;
  const deps = { store, codeMac, mail, clock };
  const guess = (uid: string, code: string, client = ANA) =>
    takeCode(deps, { uid, email: EMAIL }, "reset", code, client);
  return {
    async begin(uid: string): Promise<string> {
      await mailCode(deps, { uid, email: EMAIL }, { purpose: "reset", password: null }, identityWords("en").words);
      return codes.at(-1) ?? "";
    },
    guess,
    /** Makes the given number of wrong guesses: five in each sign-in, in as many sign-ins as needed. */
    async useUp(guesses: number, client = ANA): Promise<void> {
      for (let done = 0; done < guesses; done++) {
        const uid = `${client.block} ${Math.floor(done / 5)}`;
        if (done % 5 === 0) await this.begin(uid);
        await guess(uid, "wrong!", client);
      }
    },
  };
}

it("a client can guess at a person's codes forty times a day, however many sign-ins are begun, and is told how long to wait", async () => {
  const world = signIns();
  await world.useUp(40);

  const code = await world.begin("last");

  const waitMs = await world.guess("last", code);
  expect(waitMs).toBeGreaterThan(23 * 3_600_000);
  expect(waitMs).toBeLessThanOrEqual(86_400_000);
});

it("a stranger who has used up their guesses takes none from the owner of the address", async () => {
  const world = signIns();
  await world.useUp(40, { block: "198.51.100.1", browser: null });

  const code = await world.begin("own");

  expect(await world.guess("own", code)).toMatchObject({ purpose: "reset" });
});

it("strangers at many addresses share two hundred guesses a day, and a browser that the owner used has its own", async () => {
  const world = signIns();
  for (let network = 0; network < 5; network++) {
    await world.useUp(40, { block: `198.51.100.${network}`, browser: null });
  }
  const [unknown, known] = [await world.begin("unknown"), await world.begin("known")];

  expect(await world.guess("unknown", unknown)).toEqual(expect.any(Number));
  expect(await world.guess("known", known, { ...ANA, browser: "anas-laptop" })).toMatchObject({ purpose: "reset" });
});

it("who enters the right code has all of their guesses again", async () => {
  const { begin, guess } = signIns();
  for (let signIn = 0; signIn < 9; signIn++) {
    const code = await begin(`s${signIn}`);
    for (let i = 0; i < 4; i++) await guess(`s${signIn}`, "wrong!");
    expect(await guess(`s${signIn}`, code)).toMatchObject({ purpose: "reset" });
  }
});
