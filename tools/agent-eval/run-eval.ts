import { MODELS } from "../../core/contracts/answers/models.ts";
import { NEW_CHAT } from "../../core/domain/answers/chat-state.ts";
import type { ProviderClient } from "../../core/domain/providers/provider-client.ts";
import type { ProviderFailure } from "../../core/domain/providers/provider-outcome.ts";
import type { ProviderName } from "../../core/domain/providers/provider-question.ts";
import { type AgentAnswer, askAgent } from "../../core/operations/answers/ask-agent.ts";
import type { Clock } from "../../core/ports.ts";
import { NEW_AGENT } from "../../core/records/answers/agent.ts";
import { emptyMessage, type MessageRecord } from "../../core/records/message.ts";
import { linkedInstance } from "../../test/support/linked-instance.ts";
import { type MemoryMedia, memoryMedia } from "../../test/support/memory-media.ts";
import { MemoryTable } from "../../test/support/memory-table.ts";
import { EVAL_KINDS, type EvalCase, type EvalKind, readCases, readShop } from "./eval-cases.ts";
import { judgeAnswer, judgeSet } from "./judge-answer.ts";

/** The number of concurrent calls: as many as a new key's limits allow. */
const AT_ONCE = 4;
/** How many times a case is attempted if the provider's limits delay it. */
const TRIES = 5;
/** After this many consecutive cases without an answer, the run stops, because it can't judge the model. */
const SILENT_MAX = 3;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PERSON = "5511977770001";

/** A model to evaluate, and how to reach it. */
export interface EvalOptions {
  providers: ProviderClient;
  clock: Clock;
  provider: ProviderName;
  model: string;
  key: string;
  kinds: readonly EvalKind[];
  /** Receives one line per case. */
  say: (line: string) => void;
}

/** A model's results. `stopped` explains why the run ended early. */
export interface EvalResult {
  passed: Record<EvalKind, { right: number; of: number }>;
  tokens: { input: number; output: number };
  missed: EvalKind[];
  isGood: boolean;
  stopped: string | null;
}

/** Explanations for provider errors that make every case impossible. */
const BROKEN: Record<Extract<ProviderFailure, { kind: "broken" }>["state_reason"], string> = {
  bad_key: "The provider does not take this key.",
  no_credit: "The key's account has no credit.",
  model_gone: "The provider has no such model for this key. Give another one with --model.",
};

/**
 * Runs all cases of the given kinds like the gateway's turns, and judges the answers that would be sent. Pauses if the
 * provider requests it, and stops the run if the provider requires payment or another key.
 */
export async function runEval(options: EvalOptions): Promise<EvalResult> {
  const { kinds, say } = options;
  const kindsOfAll = Object.keys(EVAL_KINDS) as EvalKind[]; // its own keys
  const passed = Object.fromEntries(kindsOfAll.map((kind) => [kind, { right: 0, of: 0 }])) as EvalResult["passed"];
  const tokens = { input: 0, output: 0 };
  const shop = readShop();
  const left = kinds.flatMap((kind) => readCases(kind).map((one) => ({ kind, one })));
  let stopped: string | null = null;
  let silent = 0;

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { missed } = judgeSet(passed);
  const own = missed.filter((kind) => kinds.includes(kind));
  return { passed, tokens, missed: own, isGood: own.length === 0 && stopped === null, stopped };

  async function work(): Promise<void> {
    for (let next = left.shift(); next && stopped === null; next = left.shift()) {
      const { kind, one } = next;
      const answer = await ask(options, one);
      tokens.input += answer.usage.input_tokens;
      tokens.output += answer.usage.output_tokens;
      if (answer.outcome.kind === "broken") {
        stopped = BROKEN[answer.outcome.state_reason];
        return;
      }
      silent = answer.outcome.kind === "unavailable" ? silent + 1 : 0;
      if (silent >= SILENT_MAX) stopped = "The provider gives no answer. Does this machine reach it?";
      if (stopped !== null) return;
      const said = { reply: "text" in answer ? answer.text : "", handover: answer.kind === "handover" };
      const faults =
        answer.kind === "not_answered" ? [`no answer: ${answer.outcome.kind}`] : judgeAnswer(one, said, shop);
      passed[kind].of++;
      if (faults.length === 0) passed[kind].right++;
      say(
        faults.length === 0 ? `right  ${one.id}` : `WRONG  ${one.id}: ${faults.join("; ")} — ${JSON.stringify(said)}`,
      );
    }
  }
}

async function ask(options: EvalOptions, one: EvalCase): Promise<AgentAnswer> {
  const { clock, providers, provider, model, key } = options;
  const files = memoryMedia();
  const instance = linkedInstance("inst_eval", "acc_eval");
  const turn = {
    instance,
    found: { person: PERSON, known: null },
    state: NEW_CHAT,
    on: { zone: instance.timezone, menu: null, agent: null, autoReply: null },
    agent: { ...NEW_AGENT, ...readShop(), provider, model, enabled: true },
  };
  const deps = { table: new MemoryTable(), clock, log: SILENT, providers, files };
  for (let tries = 1; ; tries++) {
    const now = clock.now();
    const talk = talkOf(one, files, now);
    const answer = await askAgent(deps, turn, { key, talk, until: new Date(now.getTime() + 45_000) });
    if (answer.outcome.kind !== "rate_limited" || tries === TRIES) return answer;
    const pauseSec = answer.outcome.retry_after_sec ?? 20;
    options.say(`pause  ${one.id}: the provider wants ${pauseSec} s`);
    await clock.until(new Date(clock.now().getTime() + pauseSec * 1_000));
  }
}

/** Returns a case's conversation as it would be stored. */
function talkOf({ turns }: EvalCase, { files }: MemoryMedia, now: Date): MessageRecord[] {
  return turns.map(({ from, text, voice, image }, at) => {
    const id = `msg_${at}`;
    const bytes = Buffer.from(image ?? "", "base64");
    if (image !== undefined) files.set(id, { bytes, mimetype: "image/png", filename: null });
    const isVoice = voice !== undefined;
    const file = {
      key: id,
      mimetype: "image/png",
      filename: null,
      size_bytes: bytes.length,
      sha256: "",
      voice: isVoice,
    };
    return {
      ...emptyMessage(),
      ...{ id, instance_id: "inst_eval", account_id: "acc_eval", person: PERSON, ttl: 0 },
      direction: from === "person" ? ("in" as const) : ("out" as const),
      origin: from === "person" ? ("contact" as const) : from === "agent" ? ("ai" as const) : ("phone" as const),
      type: isVoice ? ("audio" as const) : image !== undefined ? ("image" as const) : ("text" as const),
      body: text ?? null,
      file: isVoice || image !== undefined ? file : null,
      // An empty transcript means that the recording could not be transcribed.
      ...(isVoice && { transcript: voice ?? "" }),
      created_at: new Date(now.getTime() - (turns.length - at) * 10_000).toISOString(),
    };
  });
}

/** Formats the result as a table with a line for each kind that was run, and the cost of the run. */
export function resultLines({ passed, tokens, stopped }: EvalResult, model: string): string[] {
  const percent = (share: number) => `${Math.round(share * 100)} %`.padStart(5);
  const tried = (Object.entries(passed) as [EvalKind, { right: number; of: number }][]).filter(([, { of }]) => of > 0); // its own keys
  const usd = MODELS.find(({ id }) => id === model);
  const cost = ((usd?.usd_in ?? 0) * tokens.input + (usd?.usd_out ?? 0) * tokens.output) / 1_000_000;
  return [
    ...tried.map(([kind, { right, of }]) => {
      const mark = right / of < EVAL_KINDS[kind].share ? "  MISSED" : "";
      const share = `${percent(right / of)}, needs ${percent(EVAL_KINDS[kind].share)}`;
      return `${kind.padEnd(18)}${String(right).padStart(3)} of ${String(of).padStart(2)} ${share}${mark}`;
    }),
    `${tokens.input} tokens in, ${tokens.output} out${cost > 0 ? `: about ${cost.toFixed(4)} US dollars` : ""}`,
    ...(stopped === null ? [] : [`Stopped: ${stopped}`]),
  ];
}
