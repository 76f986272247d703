import type { BinaryNode, USyncQuery, WASocket } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { networkForms } from "../../../session-service/baileys/shared/on-network.ts";
import { sessionCaches } from "../../../session-service/baileys/shared/ttl-cache.ts";

/** Two people in Rio and São Paulo whose numbers end in the same digits, and an unregistered number. */
const [RIO, RIO_KNOWN] = ["5521987654321", "552187654321"];
const [PAULO, PAULO_KNOWN] = ["5511987654321", "551187654321"];
const NOBODY = "5215512345678";

/**
 * Creates a person's entry in the network's answer. @param about the number as requested, or null if the answer doesn't
 * repeat it.
 */
const user = (about: string | null, form: string | null, type = "in"): BinaryNode => ({
  tag: "user",
  attrs: form === null ? {} : { jid: `${form}@s.whatsapp.net` },
  content: [{ tag: "contact", attrs: { type }, ...(about !== null && { content: Buffer.from(`+${about}`) }) }],
});

/** Creates a network that returns these people for each query. */
function networkOf(users: BinaryNode[]) {
  const questions: (string | undefined)[][] = [];
  const list = { tag: "list", attrs: {}, content: users };
  const answer = { tag: "iq", attrs: { type: "result" }, content: [{ tag: "usync", attrs: {}, content: [list] }] };
  const sock = {
    async executeUSyncQuery(question: USyncQuery) {
      questions.push(question.users.map(({ phone }) => phone));
      return question.parseUSyncQueryResult(answer);
    },
  } as unknown as WASocket; // as much of it as is asked
  const caches = sessionCaches(() => 0);
  return { questions, ask: (...phones: string[]) => networkForms(sock, caches, phones, () => 0) };
}

describe("the network's forms of many numbers", () => {
  it("are asked in one question, each answer is its own number's, and known ones are not asked again", async () => {
    const out = user(NOBODY, NOBODY, "out");
    const { questions, ask } = networkOf([user(PAULO, PAULO_KNOWN), out, user(RIO, RIO_KNOWN)]);

    const forms = await ask(RIO, PAULO, NOBODY);

    expect(Object.fromEntries(forms)).toEqual({ [RIO]: RIO_KNOWN, [PAULO]: PAULO_KNOWN, [NOBODY]: null });
    const again = { [NOBODY]: null, [RIO]: RIO_KNOWN, [PAULO_KNOWN]: PAULO_KNOWN };
    expect(Object.fromEntries(await ask(NOBODY, RIO, PAULO_KNOWN))).toEqual(again);
    expect(questions).toEqual([[`+${RIO}`, `+${PAULO}`, `+${NOBODY}`]]);
  });

  it("are told apart by their own forms when the answer does not repeat the numbers", async () => {
    const { ask } = networkOf([user(null, PAULO_KNOWN), user(null, RIO_KNOWN)]);

    expect(Object.fromEntries(await ask(RIO, PAULO))).toEqual({ [RIO]: RIO_KNOWN, [PAULO]: PAULO_KNOWN });
  });

  it.each([
    ["leaves one out", [user(RIO, RIO_KNOWN)]],
    ["names somebody else for one", [user(RIO, RIO_KNOWN), user(PAULO, "15550009999")]],
    ["is empty", []],
  ])("are not known when the answer %s", async (_, users) => {
    await expect(networkOf(users).ask(RIO, PAULO)).rejects.toThrow(AnswerUnknown);
  });

  it("are asked a hundred at once", async () => {
    const phones = Array.from({ length: 150 }, (_, n) => `55119876543${String(n).padStart(3, "0")}`.slice(0, 14));
    const { questions, ask } = networkOf(phones.map((phone) => user(phone, phone)));

    expect((await ask(...phones)).size).toBe(150);
    expect(questions.map(({ length }) => length)).toEqual([100, 50]);
  });
});
