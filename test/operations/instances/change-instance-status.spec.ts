import { describe, expect, it } from "vitest";
import { changeInstanceStatus } from "../../../core/operations/instances/change-instance-status.ts";
import { keys } from "../../../core/store/keys.ts";
import { FENCE, INSTANCE, messageWorld } from "../../support/message-world.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

describe("the time since which a number is not connected", () => {
  it("is kept while sessions only repeat that it isn't, and starts anew with each loss of a connection", async () => {
    const { clock, deps, table } = await messageWorld();
    const seen: unknown[] = [];
    const show = async (hour: number, connected: boolean) => {
      clock.moveTo(at(hour));
      const status = connected ? "working" : "starting";
      await changeInstanceStatus(deps, INSTANCE, FENCE, { status, connected, opened: connected });
      seen.push(table.peek(keys.sending(INSTANCE))?.closed_at);
    };
    await show(1, false);
    await show(2, false);
    await show(3, true);
    await show(4, false);

    expect(seen).toEqual([at(1).toISOString(), at(1).toISOString(), undefined, at(4).toISOString()]);
  });

  it("starts with the loss also when the release before recorded the connection and left an older time", async () => {
    const { clock, deps, table } = await messageWorld();
    await table.write({ update: keys.sending(INSTANCE), set: { closed_at: at(0).toISOString() } });
    clock.moveTo(at(5));
    await changeInstanceStatus(deps, INSTANCE, FENCE, { status: "starting", connected: false });

    expect(table.peek(keys.sending(INSTANCE))?.closed_at).toBe(at(5).toISOString());
  });
});
