import type { AutoReply } from "../../../core/contracts/answers/agent.ts";
import { agentKeyOwner, agentKeyPlace } from "../../../core/contracts/answers/agent-key.ts";
import type { MenuDocument } from "../../../core/contracts/answers/menu.ts";
import type { ProviderClient } from "../../../core/domain/providers/provider-client.ts";
import type { ProviderOutcome } from "../../../core/domain/providers/provider-outcome.ts";
import type { ProviderQuestion } from "../../../core/domain/providers/provider-question.ts";
import { laneHeads } from "../../../core/lanes/lane.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import type { ChatDeps } from "../../../core/operations/answers/ask-turn.ts";
import { chatWorker } from "../../../core/operations/answers/work-chat-lane.ts";
import { type AgentRecord, NEW_AGENT } from "../../../core/records/answers/agent.ts";
import { NEW_AUTO_REPLY } from "../../../core/records/answers/auto-reply.ts";
import { chatStateOf, chatStates } from "../../../core/records/answers/chat-state.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { chatLane } from "../../../core/store/lane-names.ts";
import type { Table } from "../../../core/store/table.ts";
import { ACCOUNT, ANA, INSTANCE, messageWorld } from "../../support/message-world.ts";
import { testVault } from "../../support/test-vault.ts";

export const KEY = "sk-demo-canary-key";
const USAGE = { input_tokens: 100, output_tokens: 10 };

/** Creates a model's response to a query. */
export const replied = (reply: string, more: object = {}): ProviderOutcome => ({
  kind: "answered",
  text: JSON.stringify({ reply, handover: false, reason: null, ...more }),
  is_cut: false,
  usage: USAGE,
});

export const MENU: MenuDocument = {
  enabled: true,
  greeting: "Welcome!",
  handover_message: "A colleague will write to you.",
  choices: [
    { label: "Opening hours", outcome: "answer", answer: "9 to 5." },
    {
      label: "Orders",
      outcome: "menu",
      choices: [{ label: "Where is mine?", outcome: "answer", answer: "On its way." }],
    },
    { label: "A person", outcome: "handover" },
    { label: "Robot", outcome: "ai" },
  ],
};

/** Creates a linked instance with automations on an in-memory table. The test sets the provider's responses. */
export async function answerWorld() {
  const world = await messageWorld(null);
  const { clock } = world;
  const asked: ProviderQuestion[] = [];
  const logged: { level: string; fields: Record<string, unknown>; what: string }[] = [];
  let answer: (question: ProviderQuestion) => ProviderOutcome | Promise<ProviderOutcome> = () => replied("Yes.");
  const providers: ProviderClient = {
    answer: async (_key, question) => {
      asked.push(question);
      return answer(question);
    },
    models: async () => ({ kind: "unavailable" }),
    transcribe: async () => ({ kind: "unavailable" }),
  };
  const line = (level: string) => (fields: Record<string, unknown>, what: string) =>
    void logged.push({ level, fields, what });
  const log = { info: line("info"), warn: line("warn"), error: line("error") };
  const vault = testVault();
  const files = { get: (key: string) => world.media.get(key) };
  const deps: ChatDeps = { ...world.deps, log, vault, providers, files };
  const { table } = world;
  const lane = chatLane(INSTANCE, ANA);
  const automations = (flags: object) => table.write({ update: keys.automations(INSTANCE), set: { ...flags } });

  const run = (seenBy: Table = table, name = lane) => {
    const own = { ...deps, table: seenBy };
    return runLane(own, name, chatWorker(own, name), { leaseSec: 60, runSec: 30 });
  };
  const outs = () =>
    (table.all() as unknown as MessageRecord[]).filter(
      ({ pk, direction }: MessageRecord & { pk?: string }) =>
        pk === keys.message(ACCOUNT, "").pk && direction === "out",
    );

  return {
    ...world,
    deps,
    providers,
    asked,
    logged,
    lane,
    run,
    automations,
    /** Sets the provider's response from now on. */
    says: (next: typeof answer) => {
      answer = next;
    },

    async agent(change: Partial<AgentRecord> = {}) {
      const sealed_key = await vault.seal(agentKeyOwner(ACCOUNT), agentKeyPlace(INSTANCE), Buffer.from(KEY));
      const agent = { ...NEW_AGENT, rev: 1, enabled: true, sealed_key, api_key_last4: "-key", ...change };
      await table.write({ put: { ...keys.agent(INSTANCE), ...agent } });
      const { wait_seconds, pause_after_team_reply_minutes: pause_minutes } = agent;
      await automations({ agent: agent.enabled, wait_seconds, pause_minutes });
    },
    async menu(document: MenuDocument = MENU, version = 1) {
      await table.write({ put: { ...keys.menu(INSTANCE), document, version } });
      await automations({ menu: document.enabled });
    },
    async autoReply(change: Partial<AutoReply> = {}) {
      const settings = { ...NEW_AUTO_REPLY, enabled: true, text: "We will answer soon.", ...change };
      await table.write({ put: { ...keys.autoReply(INSTANCE), ...settings } });
      await automations({ auto_reply: settings.enabled });
    },

    /** Runs the lane's scheduled checks until none are left, moving the clock to each of them. */
    async settle(name = lane) {
      for (let looks = 0; looks < 100; looks++) {
        const head = await laneHeads.read(table, name);
        if (head?.wake_at === undefined) return;
        if (head.wake_at > clock.now().toISOString()) clock.moveTo(new Date(head.wake_at));
        await run(table, name);
      }
      throw new Error("The lane never falls asleep.");
    },
    pass: (seconds: number) => clock.moveTo(new Date(clock.now().getTime() + seconds * 1_000)),
    state: async (person = ANA) => chatStateOf(await chatStates.read(table, INSTANCE, person)),
    /** Returns the messages that the number has sent to people, oldest first. */
    outs,
    answers: () => outs().map(({ body }) => body),
    waiting: () => table.partition(lane).filter(({ sk }) => sk !== "HEAD"),
    phone: (text: string, change: object = {}) => world.write(text, { from_me: true, contact_name: null, ...change }),
  };
}

export type AnswerWorld = Awaited<ReturnType<typeof answerWorld>>;
