import { describe, expect, it } from "vitest";
import { ensureWake } from "../../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import { receiveMessage } from "../../../core/operations/receiving/receive-message.ts";
import { putOwnReply } from "../../../core/operations/sending/put-own-reply.ts";
import { noteHandler } from "../../../core/records/answers/chat-state.ts";
import { readPerson } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../../core/store/lane-queues.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { incomingHi } from "../../support/models/instance-model.ts";
import { ACCOUNT, INSTANCE, type LaneStage, laneStage } from "../../support/models/lane-stage.ts";
import { someWrites } from "../../support/some-writes.ts";
import { testCodes } from "../../support/test-codes.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";

const ANA = "5511977770001";
const CARL = "5511977770003";
const LANE = instanceLane(INSTANCE);

/**
 * Creates a stage on which Ana has messaged an agent. The agent's answer is waiting behind another reply, for which the
 * typing indicator is being shown.
 */
async function stageOf(origin: "ai" | "auto" = "ai") {
  const stage = await laneStage();
  await stage.table.write({ put: { ...keys.automations(INSTANCE), agent: true } });
  stage.begin();
  stage.writesAt(1, CARL);
  stage.writesAt(1, ANA);
  stage.at(3, "worker", async (deps) => {
    await answer(deps, CARL, "First for Carl, which is typed for a while before it goes", 0, origin);
    await answer(deps, ANA, "For Ana", 0, origin);
  });
  return stage;
}

async function answer(
  deps: LaneDeps,
  to: string,
  text: string,
  team_rev: number,
  origin: "ai" | "auto",
): Promise<void> {
  const found = await readPerson(deps.table, INSTANCE, to);
  const about = { account_id: ACCOUNT, instance_id: INSTANCE, found, phone: to, chat_id: null, origin, text, team_rev };
  const now = deps.clock.now();
  await deps.table.transact(someWrites(putOwnReply(deps, about, now).writes));
  await ensureWake(deps, LANE, now, INSTANCE_QUEUES.reply);
}

const typed = (stage: LaneStage, sec: number, to: string) =>
  stage.at(sec, "phone", (deps) => {
    const hi = { ...incomingHi(to, `OUT_${to}`, deps.clock.now()), from_me: true, contact_name: null, fence: 1 };
    return receiveMessage(
      { ...deps, media: memoryMedia(), codes: testCodes, optOuts: NO_OPT_OUTS },
      { ...hi, body: "I am here" },
    );
  });

const answers = (stage: LaneStage) =>
  stage
    .messages()
    .filter(({ origin }) => origin !== "phone")
    .map(({ person, status, error_code }) => ({ person, status, error_code }));

describe("an automation's answer that waits for its turn", () => {
  it.each(["ai", "auto"] as const)("goes while the team has written nothing (%s)", async (origin) => {
    const stage = await stageOf(origin);
    await stage.runTo(60);
    expect(stage.relayed.map(({ text }) => text)).toContain("For Ana");
    expect(stage.sim.violations).toEqual([]);
  });

  it("is cancelled by a reply typed on the phone, and not shown; the others go", async () => {
    const stage = await stageOf();
    typed(stage, 3.5, ANA);
    await stage.runTo(60);
    expect(stage.relayed.map(({ text }) => text)).toEqual([
      "First for Carl, which is typed for a while before it goes",
    ]);
    expect(answers(stage)).toEqual([
      { person: CARL, status: "sent", error_code: null },
      { person: ANA, status: "failed", error_code: "cancelled" },
    ]);
    expect(stage.rows()).toEqual([]);
  });

  it.each([
    ["panel", "failed"],
    ["api", "sent"],
  ] as const)(
    "was decided before the time of a message scheduled from the %s came, and is %s",
    async (origin, status) => {
      const stage = await stageOf();
      stage.sendAt(1.5, ANA, { text: "I am Tom", origin, send_at: new Date(stage.sim.start + 30_000) });
      stage.at(60, "worker", (deps) => answer(deps, ANA, "Decided at 29 s", 0, "ai"));
      await stage.runTo(120);
      expect(stage.relayed.map(({ text }) => text)).toContain("I am Tom");
      const decided = stage.messages().find(({ body }) => body === "Decided at 29 s");
      expect(decided).toMatchObject({ status });
      expect(stage.sim.violations).toEqual([]);
    },
  );

  it("is cancelled when somebody takes the chat over by hand, and goes when it is given back", async () => {
    for (const [by, status] of [
      ["team", "failed"],
      [null, "sent"],
    ] as const) {
      const stage = await stageOf();
      stage.changeAt(3.5, () => stage.table.write(noteHandler(INSTANCE, ANA, by)));
      await stage.runTo(60);
      expect(answers(stage).at(-1)).toMatchObject({ person: ANA, status });
    }
  });

  it("that was decided behind the reply goes", async () => {
    const stage = await stageOf();
    typed(stage, 3.5, ANA);
    stage.at(10, "worker", (deps) => answer(deps, ANA, "As I said", 1, "ai"));
    await stage.runTo(60);
    expect(stage.relayed.map(({ text }) => text)).toContain("As I said");
  });
});
