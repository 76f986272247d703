import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { ANA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { openOtp, sendCode } from "../../support/waiting-code.ts";
import { linkedToPuppet, type Puppet, sets } from "../support/puppet.ts";
import { ACCOUNT, type SessionWorld } from "../support/session-world.ts";

/** The code in the OTP that these tests create. */
const CODE = "198765";

describe("a process that is killed while it sends a code", () => {
  let world: SessionWorld;
  let first: Puppet;
  let instance: string;
  beforeEach(async () => {
    ({ world, first, instance } = await linkedToPuppet());
  });
  afterEach(() => world.tearDown());

  const seen = async () => (await world.stage.sandbox.messages(ANA)).filter(({ text }) => text?.includes(CODE));
  const stored = () => JSON.stringify(world.table.all());

  it.each([
    ["between its start and its relay", sets("step", "sending"), "after"],
    ["between its relay and the record of the acknowledgement", sets("status", "sent", "delivered"), "before"],
  ] as const)("%s: its person sees it once, and the code is stored nowhere", async (_where, which, phase) => {
    first.freeze(which, phase);
    const otp = openOtp(world.clock.now(), ANA, { account_id: ACCOUNT, instance_id: instance, draw: 98_765 });
    const id = await sendCode(world.deps(), otp);
    await eventually("its death", () => first.frozen() > 0);
    const begun = world.message(id);
    expect(begun).toMatchObject({ step: "sending", status: "queued", network_bytes: null });
    first.freeze();

    await world.startTask("task-1");
    await eventually("delivery", () => world.message(id).status === "delivered");
    first.thaw();
    expect(await seen()).toHaveLength(1);
    expect((await seen())[0]?.id).toBe(begun.network_id);
    expect(world.message(id)).toMatchObject({ network_id: begun.network_id, network_bytes: null, class: "first" });
    expect(world.events("message.status").map(({ status }) => status)).toEqual(["sent", "delivered"]);
    expect(world.table.peek(keys.otp(ACCOUNT, "otp_1"))).toMatchObject({ status: "pending" });
    expect(stored()).not.toContain(CODE);
  });
});
