import OpenAI, { toFile } from "openai";
import { describe, expect, it } from "vitest";
import { ANSWER_SCHEMA, PROMPT, providerWorld } from "./provider-world.ts";

const world = providerWorld();

const ask = (client: OpenAI, question: string, model = "gpt-6-luna") =>
  client.responses.create({
    model,
    instructions: PROMPT,
    input: [{ role: "user", content: [{ type: "input_text", text: question }] }],
    max_output_tokens: 1_200,
    store: false,
    reasoning: { effort: "low" },
    text: { format: { type: "json_schema", name: "answer", strict: true, schema: ANSWER_SCHEMA } },
    safety_identifier: "chat-1",
    prompt_cache_key: "agent-1",
  });

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("OpenAI's own client at the provider of this machine", () => {
  it("reads an answer: the sentence of the knowledge that shares most words with the question", async () => {
    const answer = await ask(world.openai(), "Is delivery free in my city?");

    expect(answer).toMatchObject({ object: "response", status: "completed", error: null, model: "gpt-6-luna" });
    expect(JSON.parse(answer.output_text)).toEqual({
      reply: "Delivery in the city is free from 30 euros.",
      handover: false,
      reason: "answered",
    });
    expect(answer.usage?.total_tokens).toBe((answer.usage?.input_tokens ?? 0) + (answer.usage?.output_tokens ?? 0));
    expect(answer._request_id).toMatch(/^req_/);
  });

  it("is told that the knowledge does not say it", async () => {
    const answer = await ask(world.openai(), "Do you repair bicycles?");
    expect(JSON.parse(answer.output_text)).toMatchObject({ handover: false, reason: "not_in_knowledge" });
  });

  it.each(["I want to talk to a human", "una persona, por favor", "Can a PERSON help me?"])(
    "hands over who asks for a person: %s",
    async (question) => {
      const answer = await ask(world.openai(), question);
      expect(JSON.parse(answer.output_text)).toMatchObject({ handover: true });
    },
  );

  it("reads a reply as it is when no format was asked for", async () => {
    const answer = await world
      .openai()
      .responses.create({ model: "gpt-6-luna", instructions: PROMPT, input: "returns?" });
    expect(answer.output_text).toBe("Returns are taken back within 14 days.");
  });

  it.each([
    ["-bad", OpenAI.AuthenticationError, { status: 401, code: "invalid_api_key" }],
    ["-forbidden", OpenAI.PermissionDeniedError, { status: 403 }],
    ["-nocredit", OpenAI.RateLimitError, { status: 429, type: "insufficient_quota", code: "credit_balance_exhausted" }],
    ["-nocredit-quota", OpenAI.RateLimitError, { status: 429, type: "insufficient_quota" }],
    ["-nocredit-project", OpenAI.RateLimitError, { status: 429, code: "project_spend_limit_exceeded" }],
    ["-limited", OpenAI.RateLimitError, { status: 429, code: "rate_limit_exceeded" }],
    ["-gone", OpenAI.NotFoundError, { status: 404, code: "model_not_found", param: "model" }],
    ["-gone-400", OpenAI.BadRequestError, { status: 400, code: "model_not_found" }],
    ["-down", OpenAI.InternalServerError, { status: 503, code: "server_is_overloaded" }],
    ["-down-502", OpenAI.InternalServerError, { status: 502 }],
    ["-down-409", OpenAI.ConflictError, { status: 409 }],
    ["-refuse-400", OpenAI.BadRequestError, { status: 400, code: "invalid_prompt" }],
  ])("throws its own error for a key that ends in %s", async (fault, kind, fields) => {
    const failure = await failureOf(ask(world.openai(fault), "Is delivery free?"));

    expect(failure).toBeInstanceOf(kind);
    expect(failure).toMatchObject(fields);
    expect(Object(failure).requestID).toMatch(/^req_/);
  });

  it("reads when to come back", async () => {
    const failure = await failureOf(ask(world.openai("-limited"), "Is delivery free?"));
    expect(Object(failure).headers.get("retry-after")).toBe("7");
  });

  it("reads a refusal, and answers that end early", async () => {
    const [refused, filtered, cut, failed] = await Promise.all(
      ["-refuse", "-refuse-filter", "-cut", "-limited-body"].map((fault) => ask(world.openai(fault), "delivery")),
    );
    expect(refused?.output[0]).toMatchObject({ content: [{ type: "refusal" }] });
    expect(filtered).toMatchObject({ status: "incomplete", incomplete_details: { reason: "content_filter" } });
    expect(cut).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
    expect(failed).toMatchObject({ status: "failed", error: { code: "rate_limit_exceeded" }, output_text: "" });
  });

  it("is refused an unknown key, an unknown model, and what would give a text hands", async () => {
    const stranger = new OpenAI({ apiKey: "sk-proj-1", baseURL: `${world.url()}/v1`, maxRetries: 0 });
    const withTools = () =>
      world.openai().responses.create({ model: "gpt-6-luna", input: "a", tools: [{ type: "web_search" }] });

    expect(await failureOf(stranger.models.list())).toMatchObject({ status: 401 });
    expect(await failureOf(ask(world.openai(), "a", "gpt-3"))).toMatchObject({ status: 400, code: "model_not_found" });
    expect(await failureOf(withTools())).toMatchObject({ status: 400, param: "tools" });
  });

  it("lists the models, each with the day it goes", async () => {
    const { data } = await world.openai().models.list();
    expect(data.find(({ id }) => id === "gpt-6-luna")).toMatchObject({ object: "model", shutdown_date: null });
    expect(data.find(({ id }) => id === "gpt-4.1")).toMatchObject({ shutdown_date: "2027-01-14" });
  });

  it("reads a recording as the text that stands in it, and keeps what was asked, without the key", async () => {
    const file = await toFile(Buffer.from("OggS… TRANSCRIPT: do you deliver?\n…"), "voice.ogg", { type: "audio/ogg" });
    const { text } = await world.openai().audio.transcriptions.create({ file, model: "gpt-transcribe" });

    expect(text).toBe("do you deliver?");
    expect(world.calls().at(-1)).toEqual({
      at: world.clock.now().toISOString(),
      path: "/v1/audio/transcriptions",
      model: "gpt-transcribe",
      body: { model: "gpt-transcribe", file: { filename: "voice.ogg", size_bytes: file.size } },
    });
    expect(JSON.stringify(world.calls())).not.toContain("sk-demo");
  });
});
