import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { ANSWER_SCHEMA, PROMPT, providerWorld } from "./provider-world.ts";

const world = providerWorld();

const ask = (client: Anthropic, question: string, model = "claude-haiku-5-5") =>
  client.messages.create({
    model,
    max_tokens: 1_200,
    system: [{ type: "text", text: PROMPT, cache_control: { type: "ephemeral" } }],
    messages: [{ role: "user", content: [{ type: "text", text: question }] }],
    output_config: { effort: "low", format: { type: "json_schema", schema: ANSWER_SCHEMA } },
    metadata: { user_id: "chat-1" },
  });

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const textOf = ({ content }: Anthropic.Message) =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

describe("Anthropic's own client at the provider of this machine", () => {
  it("reads an answer: the sentence of the knowledge that shares most words with the question", async () => {
    const answer = await ask(world.anthropic(), "Until when can I return it?");

    expect(answer).toMatchObject({ type: "message", stop_reason: "end_turn", model: "claude-haiku-5-5" });
    expect(JSON.parse(textOf(answer))).toEqual({
      reply: "Returns are taken back within 14 days.",
      handover: false,
      reason: "answered",
    });
    expect(answer.usage.input_tokens).toBeGreaterThan(0);
    expect(answer._request_id).toMatch(/^req_/);
  });

  it("is told that the knowledge does not say it, and hands over who asks for a person", async () => {
    const unknown = await ask(world.anthropic(), "Do you repair bicycles?");
    const person = await ask(world.anthropic(), "I need a human");

    expect(JSON.parse(textOf(unknown))).toMatchObject({ handover: false, reason: "not_in_knowledge" });
    expect(JSON.parse(textOf(person))).toMatchObject({ handover: true });
  });

  it.each([
    ["-bad", Anthropic.AuthenticationError, { status: 401, type: "authentication_error" }],
    ["-forbidden", Anthropic.PermissionDeniedError, { status: 403, type: "permission_error" }],
    ["-nocredit", Anthropic.PaymentRequiredError, { status: 402, type: "billing_error" }],
    ["-nocredit-linked", Anthropic.PaymentRequiredError, { errorCode: "linked_organization_spend_limit_reached" }],
    ["-nocredit-enforced", Anthropic.RateLimitError, { status: 429, errorCode: "enforced_spend_limit_reached" }],
    ["-nocredit-contract", Anthropic.RateLimitError, { status: 429, errorCode: "contract_spend_limit_reached" }],
    ["-nocredit-balance", Anthropic.BadRequestError, { status: 400, type: "invalid_request_error" }],
    ["-limited", Anthropic.RateLimitError, { status: 429, type: "rate_limit_error", errorCode: null }],
    ["-limited-ramp", Anthropic.RateLimitError, { errorCode: "ramp_limit_exceeded" }],
    ["-gone", Anthropic.NotFoundError, { status: 404, type: "not_found_error" }],
    ["-down", Anthropic.OverloadedError, { status: 529, type: "overloaded_error" }],
    ["-down-500", Anthropic.InternalServerError, { status: 500, type: "api_error" }],
    ["-down-504", Anthropic.GatewayTimeoutError, { status: 504, type: "timeout_error" }],
    ["-refuse-400", Anthropic.BadRequestError, { status: 400 }],
    ["-refuse-413", Anthropic.ContentTooLargeError, { status: 413 }],
  ])("throws its own error for a key that ends in %s", async (fault, kind, fields) => {
    const failure = await failureOf(ask(world.anthropic(fault), "Is delivery free?"));

    expect(failure).toBeInstanceOf(kind);
    expect(failure).toMatchObject(fields);
    expect(Object(failure).requestID).toMatch(/^req_/);
    expect(Object(failure).error.request_id).toBe(Object(failure).requestID);
  });

  it("reads when to come back, a refusal, and an answer that was cut", async () => {
    const limited = await failureOf(ask(world.anthropic("-limited"), "delivery"));
    const refused = await ask(world.anthropic("-refuse"), "delivery");
    const cut = await ask(world.anthropic("-cut"), "delivery");

    expect(Object(limited).headers.get("retry-after")).toBe("7");
    expect(refused).toMatchObject({ stop_reason: "refusal", content: [] });
    expect(cut.stop_reason).toBe("max_tokens");
  });

  it("is refused an unknown key, an unknown model and what the version no longer takes", async () => {
    const stranger = new Anthropic({ apiKey: "sk-ant-1", baseURL: world.url(), maxRetries: 0 });
    const warm = {
      model: "claude-haiku-5-5",
      max_tokens: 9,
      temperature: 1,
      messages: [{ role: "user", content: "a" }],
    };

    expect(await failureOf(ask(stranger, "a"))).toMatchObject({ status: 401 });
    expect(await failureOf(ask(world.anthropic(), "a", "claude-2"))).toMatchObject({ status: 404 });
    expect(
      await failureOf(world.anthropic().messages.create(warm as Anthropic.MessageCreateParamsNonStreaming)),
    ).toMatchObject({ status: 400 });
  });

  it("lists the models, and when each goes", async () => {
    const models: Anthropic.ModelInfo[] = [];
    for await (const model of world.anthropic().models.list()) models.push(model);

    expect(models.find(({ id }) => id === "claude-haiku-5-5")).toMatchObject({ lifecycle: "active", retires_at: null });
    expect(models.find(({ id }) => id === "claude-sonnet-4-5")).toMatchObject({ lifecycle: "deprecated" });
  });

  it("has its prompts shown to whoever asks on this machine", async () => {
    await ask(world.anthropic(), "When do you open?");
    const calls = (await (await fetch(`${world.url()}/calls`)).json()) as unknown[];
    const fromElsewhere = await fetch(`${world.url()}/calls`, { headers: { origin: "https://example.com" } });

    expect(calls.at(-1)).toMatchObject({
      path: "/v1/messages",
      model: "claude-haiku-5-5",
      body: { system: [{ text: PROMPT }], messages: [{ content: [{ text: "When do you open?" }] }] },
    });
    expect(fromElsewhere.status).toBe(403);
  });
});
