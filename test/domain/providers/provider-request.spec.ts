import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { anthropicRequest } from "../../../core/domain/providers/anthropic-request.ts";
import { openaiRequest } from "../../../core/domain/providers/openai-request.ts";
import type { QuestionMessage } from "../../../core/domain/providers/provider-question.ts";
import { question } from "./questions.ts";

const picture = (mimetype: string) => ({ image: { mimetype, base64: "AAAA" } });
const CHAT: QuestionMessage[] = [
  { role: "assistant", parts: [{ text: "Our new shop is open." }] },
  { role: "user", parts: [{ text: "Nice!" }, picture("image/png"), picture("image/heic")] },
];

// Each body has the type declared by the official client, so a body that the client couldn't send doesn't compile.
const openai = (...asked: Parameters<typeof question>): OpenAI.Responses.ResponseCreateParamsNonStreaming =>
  openaiRequest(question(...asked));
const anthropic = (...asked: Parameters<typeof question>): Anthropic.MessageCreateParamsNonStreaming =>
  anthropicRequest(question(...asked));

describe("a question to OpenAI", () => {
  it("asks for a format, and that nothing is kept", () => {
    expect(openai("openai")).toEqual({
      model: "gpt-6-luna",
      instructions: question("openai").system.join("\n\n"),
      input: [{ role: "user", content: [{ type: "input_text", text: "Is delivery free?" }] }],
      max_output_tokens: 1_200,
      store: false,
      reasoning: { effort: "low" },
      text: { format: { type: "json_schema", name: "answer", strict: true, schema: question("openai").format.schema } },
      safety_identifier: "c0ffee",
      prompt_cache_key: "a9e7",
    });
  });

  it("shows pictures, and our own messages as texts", () => {
    expect(openai("openai", { messages: CHAT.with(1, { role: "user", parts: [picture("image/png")] }) }).input).toEqual(
      [
        { role: "assistant", content: "Our new shop is open." },
        { role: "user", content: [{ type: "input_image", detail: "auto", image_url: "data:image/png;base64,AAAA" }] },
      ],
    );
  });
});

describe("a question to Anthropic", () => {
  it("asks for a format, and marks what is the same for all chats", () => {
    const [rules, knowledge, today] = question("anthropic").system;
    expect(anthropic("anthropic")).toEqual({
      model: "claude-haiku-5-5",
      max_tokens: 1_200,
      system: [
        { type: "text", text: rules },
        { type: "text", text: knowledge, cache_control: { type: "ephemeral" } },
        { type: "text", text: today },
      ],
      messages: [{ role: "user", content: [{ type: "text", text: "Is delivery free?" }] }],
      output_config: { effort: "low", format: { type: "json_schema", schema: question("anthropic").format.schema } },
      metadata: { user_id: "c0ffee" },
    });
  });

  it("begins with a person's message, and leaves out what would be refused", () => {
    const messages: QuestionMessage[] = [...CHAT, { role: "user", parts: [{ text: " " }] }];
    expect(anthropic("anthropic", { messages, system: ["rules", ""] })).toMatchObject({
      system: [{ type: "text", text: "rules", cache_control: { type: "ephemeral" } }],
      messages: [
        { role: "user", content: [{ type: "text", text: "(The chat begins with a message of ours.)" }] },
        { role: "assistant", content: [{ type: "text", text: "Our new shop is open." }] },
        {
          role: "user",
          content: [
            { type: "text", text: "Nice!" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          ],
        },
      ],
    });
  });
});
