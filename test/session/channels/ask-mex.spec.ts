import type { BinaryNode } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { askMex } from "../../../session-service/baileys/queries/channels/ask-mex.ts";
import { CHANNEL_QUERIES, type ChannelQuery } from "../../../session-service/baileys/queries/channels/query-ids.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";

const DEAD = JSON.stringify({ errors: [{ message: "Unknown query", extensions: { error_code: 400 } }] });
const refusal = (error_code: number) => JSON.stringify({ errors: [{ message: "No", extensions: { error_code } }] });
const data = (path: string) => JSON.stringify({ data: { [path]: { id: "1@newsletter" } } });

/** Creates a network that responds to each query with the next of these responses. */
function network(...answers: (string | undefined | Error)[]) {
  const asked: string[] = [];
  const unknown: string[] = [];
  const sock = {
    async query({ content }: BinaryNode) {
      asked.push(Array.isArray(content) ? (content[0]?.attrs.query_id ?? "") : "");
      const said = answers[asked.length - 1];
      if (said instanceof Error) throw said;
      return said === undefined
        ? undefined
        : { tag: "iq", attrs: {}, content: [{ tag: "result", attrs: {}, content: Buffer.from(said) }] };
    },
  };
  const tools = { sock: sock as never, monotonicMs: () => 0, noteUnknown: (query: string) => void unknown.push(query) };
  return { asked, unknown, ask: (name: ChannelQuery) => askMex(tools, name, {}) };
}
const refused = (code: number) => Object.assign(new Error("refused"), { data: code });
const [first, second] = CHANNEL_QUERIES.read.ids;
const [newest, older] = CHANNEL_QUERIES.create.ids;

describe("a question about channels", () => {
  it("is answered by what stands at its path", async () => {
    const { ask, asked, unknown } = network(data("xwa2_newsletter"));
    expect(await ask("read")).toEqual({ id: "1@newsletter" });
    expect([asked, unknown]).toEqual([[first.id], []]);
  });

  it("may be answered by null: there is none", async () => {
    expect(await network(JSON.stringify({ data: { xwa2_newsletter: null } })).ask("read")).toBeNull();
  });

  it("is asked by its other number when one is not known any more, which is counted", async () => {
    const { ask, asked, unknown } = network(DEAD, data("xwa2_newsletter"));
    expect(await ask("read")).toEqual({ id: "1@newsletter" });
    expect([asked, unknown]).toEqual([[first.id, second.id], [`read ${first.id}`]]);
  });

  it.each([401, 403, 404, 409, 423, 429, 451, 500])("that is refused with %i is no question too few", async (code) => {
    for (const answer of [refusal(code), refused(code)]) {
      const { ask, asked, unknown } = network(answer);
      await expect(ask("follow")).rejects.toMatchObject({ name: "NetworkRefusal", code });
      expect([asked.length, unknown]).toEqual([1, []]);
    }
  });

  it("that nobody knows any more was not carried out, and is counted by each of its numbers", async () => {
    const { ask, unknown } = network(DEAD, refused(400));
    await expect(ask("create")).rejects.toMatchObject({ name: "NotUnderstood", mayBeDone: false });
    expect(unknown).toEqual([`create ${newest.id}`, `create ${older.id}`]);
  });

  it.each([
    ["another path", JSON.stringify({ data: { other: 1 } })],
    ["no data", "{}"],
    ["no JSON", "<html>"],
    ["a list", "[]"],
    ["nothing", ""],
  ])("that changes something is not repeated after an answer of another shape: %s", async (_what, answer) => {
    const { ask, asked, unknown } = network(answer, data("xwa2_newsletter_create"));
    await expect(ask("create")).rejects.toMatchObject({ name: "NotUnderstood", mayBeDone: true });
    expect([asked, unknown]).toEqual([[newest.id], [`create ${newest.id}`]]);
  });

  it("without any answer is unknown", async () => {
    await expect(network(undefined).ask("list")).rejects.toThrow(AnswerUnknown);
  });
});
