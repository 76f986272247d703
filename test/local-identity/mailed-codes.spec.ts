import { expect, it } from "vitest";
import type { Mail } from "../../core/ports.ts";
import { identityStore } from "../../local/identity/identity-store.ts";
import { identityWords } from "../../local/identity/identity-words.ts";
import { mailCode, takeCode } from "../../local/identity/mailed-codes.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { stillClock } from "../support/test-clock.ts";

const EMAIL = "ana@example.com";
const clock = stillClock();

/** A store, and what it mails: a code for each sign-in that was begun. */
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
  return {
    async begin(uid: string): Promise<string> {
      await mailCode(deps, { uid, email: EMAIL }, { purpose: "reset", password: null }, identityWords("en").words);
      return codes.at(-1) ?? "";
    },
    guess: (uid: string, code: string) => takeCode(deps, { uid, email: EMAIL }, "reset", code),
  };
}

const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

it("a person's codes of a day can be guessed at forty times, however many sign-ins are begun", async () => {
  const { begin, guess } = signIns();
  for (let signIn = 0; signIn < 8; signIn++) {
    const code = await begin(`s${signIn}`);
    for (let i = 0; i < 5; i++) expect(await guess(`s${signIn}`, wrong(code))).toBeNull();
  }
  const code = await begin("last");
  expect(await guess("last", code)).toBeNull();
});

it("who enters the right code has all of their guesses again", async () => {
  const { begin, guess } = signIns();
  for (let signIn = 0; signIn < 9; signIn++) {
    const code = await begin(`s${signIn}`);
    for (let i = 0; i < 4; i++) await guess(`s${signIn}`, wrong(code));
    expect(await guess(`s${signIn}`, code)).not.toBeNull();
  }
});
