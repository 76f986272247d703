import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, OLGA, type Stage, setStage } from "./support/stage.ts";

interface SandboxCall {
  readonly id: string;
  readonly state: string;
}

describe("calls", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  const call = (body: Record<string, unknown>, from = ANA) =>
    stage.sandbox.request<SandboxCall>("POST", `/phones/${from}/calls`, { to: OLGA, ...body });
  const seen = (id: string, status: string) =>
    client.until(`${status} of a call`, () => client.seen.calls.find((c) => c.id === id && c.status === status));
  const stateOf = async (id: string) => {
    const { data } = await stage.sandbox.request<{ data: SandboxCall[] }>("GET", `/phones/${ANA}/calls`);
    return data.find((known) => known.id === id)?.state;
  };

  it.each([false, true])("ring on the device (video: %s), until the caller hangs up", async (video) => {
    const { id } = await call({ video });
    const offer = await seen(id, "offer");
    expect(offer).toMatchObject({ from: at(ANA), isVideo: video, isGroup: false });
    expect(await stateOf(id)).toBe("ringing");

    await stage.sandbox.request("POST", `/phones/${ANA}/calls/${id}/end`, { timeout: video });
    await seen(id, video ? "timeout" : "terminate");
    expect(await stateOf(id)).toBe("ended");
  });

  it("can be rejected by the device", async () => {
    const { id } = await call({});
    const { from } = await seen(id, "offer");
    await client.socket.rejectCall(id, from);
    expect(await stateOf(id)).toBe("rejected");
  });

  it("can be rejected on the phone, which the device is told", async () => {
    const { id } = await call({});
    await stage.sandbox.request("POST", `/phones/${OLGA}/calls/${id}/reject`, {});
    await seen(id, "reject");
    expect(await stateOf(id)).toBe("rejected");
  });

  it("come from a private id when the caller hides the number", async () => {
    await stage.sandbox.changePhone(ANA, { hide_number: true });
    const { id } = await call({});
    const offer = await seen(id, "offer");
    expect(offer.from).toBe((await stage.sandbox.phone(ANA)).private_id);
    expect(offer.callerPn).toBeUndefined();
    await stage.sandbox.changePhone(ANA, { hide_number: false });
  });

  it("leaves nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});
