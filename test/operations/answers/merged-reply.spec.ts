import { expect, it } from "vitest";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { messageRecords } from "../../../core/records/message.ts";
import { refuseUnwanted } from "../../../session-service/lane/refuse-unwanted.ts";
import { ACCOUNT, ANA } from "../../support/message-world.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";
import { answerWorld } from "./answer-world.ts";

const HIDDEN = "123456789012345@lid";

it.each([[false], [true]])(
  "an answer queued before two chats became one (team wrote in the other: %s)",
  async (wrote) => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    await world.phone("Good morning");
    world.pass(7_200);
    await world.write("Hello?");
    await world.settle();
    const queued = world.outs().find(({ origin }) => origin === "ai");
    await world.write("Me too", { chat_id: HIDDEN, phone: null, person: HIDDEN });
    if (wrote) await world.phone("I am Tom", { chat_id: HIDDEN, phone: null, person: HIDDEN });
    await mergePerson({ ...world.deps, optOuts: NO_OPT_OUTS }, world.own, { phone: ANA, private_id: HIDDEN });
    const message = await messageRecords.read(world.table, ACCOUNT, queued?.id ?? "");
    if (message === null) throw new Error("The answer is gone.");
    const start = refuseUnwanted({ table: world.table }, message);
    if (wrote) await expect(start).rejects.toMatchObject({ code: "cancelled" });
    else await expect(start).resolves.toBeUndefined();
  },
);
