import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { anthropicFailure, anthropicModels, anthropicOutcome } from "../../domain/providers/anthropic-outcome.ts";
import { anthropicRequest } from "../../domain/providers/anthropic-request.ts";
import { openaiFailure, openaiModels, openaiOutcome } from "../../domain/providers/openai-outcome.ts";
import { OPENAI_TRANSCRIPTION_MODEL, openaiRequest } from "../../domain/providers/openai-request.ts";
import type { ProviderClient, Recording } from "../../domain/providers/provider-client.ts";
import type { ProviderFailure, ProviderReply } from "../../domain/providers/provider-outcome.ts";
import type { ProviderName } from "../../domain/providers/provider-question.ts";
import { fieldsOf } from "../../domain/providers/reply-fields.ts";
import type { Log } from "../../ports.ts";
import { askHost, type ProviderReach, type ProviderRequest } from "./ask-host.ts";

/** The pauses before the second and the third attempt. */
const PAUSES_MS = [2_000, 8_000] as const;
/** Matches keys that can be sent in a header. */
const SENDABLE_KEY = /^[\x21-\x7e]{1,512}$/;

/**
 * Creates the client for both providers. It doesn't follow redirects, and it closes the connection after each response.
 */
export function createProviderClient(deps: ProviderReach & { log: Log }): ProviderClient {
  const now = () => deps.clock.now();
  return {
    answer(key, question, until) {
      const isOpenai = question.provider === "openai";
      const asked = isOpenai
        ? { path: "/v1/responses", content: json(openaiRequest(question)) }
        : { path: "/v1/messages", content: json(anthropicRequest(question)) };
      const read = (reply: ProviderReply) => (isOpenai ? openaiOutcome(reply, now()) : anthropicOutcome(reply, now()));
      return call(deps, { ...asked, provider: question.provider, key }, { model: question.model, until, read });
    },
    models(provider, key, until) {
      const path = provider === "openai" ? "/v1/models" : "/v1/models?limit=1000";
      const read = (reply: ProviderReply) => {
        if (reply.status !== 200) return failureOf(provider, reply, now());
        const models = provider === "openai" ? openaiModels(reply.body) : anthropicModels(reply.body);
        return models === null ? ({ kind: "unavailable" } as const) : ({ kind: "listed", models } as const);
      };
      return call(deps, { provider, key, path }, { model: null, until, read });
    },
    async transcribe(key, recording, until) {
      const asked = {
        provider: "openai",
        key,
        path: "/v1/audio/transcriptions",
        content: await form(recording),
      } as const;
      const read = (reply: ProviderReply) => {
        const { text } = fieldsOf(reply.body);
        if (reply.status !== 200) return failureOf("openai", reply, now());
        return typeof text === "string" ? ({ kind: "written", text } as const) : ({ kind: "unavailable" } as const);
      };
      return call(deps, asked, { model: OPENAI_TRANSCRIPTION_MODEL, until, read });
    },
  };
}

/** Retries while the outcome is `unavailable` and there are attempts and time left, then logs the result. */
async function call<Outcome extends { kind: string }>(
  deps: ProviderReach & { log: Log },
  request: ProviderRequest,
  options: { model: string | null; until: Date | undefined; read: (reply: ProviderReply) => Outcome | ProviderFailure },
): Promise<Outcome | ProviderFailure> {
  const { clock, log } = deps;
  const begun = clock.now().getTime();
  const until = options.until ?? new Date(begun + AGENT_LIMITS.callMs);
  const about = { provider: request.provider, path: request.path, model: options.model };
  if (!SENDABLE_KEY.test(request.key)) return { kind: "broken", state_reason: "bad_key" };
  for (let tries = 1; ; tries++) {
    const reply = await askHost(deps, request, until);
    const outcome = "failure" in reply ? ({ kind: "unavailable" } as const) : options.read(reply);
    const pauseMs = PAUSES_MS[tries - 1];
    const next = new Date(clock.now().getTime() + (pauseMs ?? 0));
    if (outcome.kind !== "unavailable" || pauseMs === undefined || next >= until) {
      const how = "failure" in reply ? { failure: reply.failure } : { status: reply.status };
      log.info(
        { ...about, ...how, ...toldOf(outcome), tries, ms: clock.now().getTime() - begun },
        "a provider was asked",
      );
      return outcome;
    }
    await clock.until(next);
  }
}

/** Returns the loggable part of an outcome, which never includes text. */
function toldOf(outcome: { kind: string; usage?: unknown; state_reason?: unknown }) {
  return { outcome: outcome.kind, state_reason: outcome.state_reason, ...fieldsOf(outcome.usage) };
}

const failureOf = (provider: ProviderName, reply: ProviderReply, now: Date): ProviderFailure =>
  provider === "openai" ? openaiFailure(reply, now) : anthropicFailure(reply, now);

const json = (body: object) => ({ type: "application/json", bytes: JSON.stringify(body) });

/** Builds the form data for a recording, with a boundary that doesn't occur in the recording. */
async function form({ bytes, mimetype, filename }: Recording) {
  const fields = new FormData();
  fields.set("model", OPENAI_TRANSCRIPTION_MODEL);
  fields.set("file", new Blob([new Uint8Array(bytes)], { type: mimetype }), filename);
  const encoded = new Response(fields);
  return { type: encoded.headers.get("content-type") ?? "", bytes: new Uint8Array(await encoded.arrayBuffer()) };
}
