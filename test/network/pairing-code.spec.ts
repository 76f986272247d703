import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANA, at, OLGA, type Stage, setStage } from "./support/stage.ts";

describe("linking by a typed code", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(() => stage.tearDown());

  const enter = (phone: string, code: string) => stage.sandbox.request("POST", `/phones/${phone}/enter-code`, { code });
  const askForCode = async () => {
    const client = stage.newClient();
    client.connect();
    await client.qr();
    return { client, code: await client.socket.requestPairingCode(OLGA) };
  };

  it("links the device that shows the code, which then sends and receives", async () => {
    const { client, code } = await askForCode();
    await expect
      .poll(() => enter(OLGA, `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()))
      .toMatchObject({
        phone: OLGA,
      });
    expect(await client.closed()).toBe(515);
    client.connect();
    await client.opened();

    const id = await client.text(at(ANA), "linked by code");
    expect((await stage.sandbox.messages(ANA)).find((message) => message.id === id)?.text).toBe("linked by code");
    const { id: back } = await stage.sandbox.write(ANA, { to: OLGA, text: "hello" });
    await client.message(back);
  });

  it("refuses a wrong code, and a phone nobody shows a code for", async () => {
    const { code } = await askForCode();
    const wrong = code.startsWith("A") ? `B${code.slice(1)}` : `A${code.slice(1)}`;
    await expect(enter(OLGA, wrong)).rejects.toMatchObject({ status: 422, code: "unknown_code" });
    await expect(enter(ANA, code)).rejects.toMatchObject({ status: 422, code: "unknown_code" });
    await expect(enter(OLGA, "123")).rejects.toMatchObject({ code: "bad_request" });
    await enter(OLGA, code);
  });

  it("can refuse codes altogether", async () => {
    await stage.sandbox.fault({ kind: "refuse_pairing_codes", for_seconds: 600 });
    const client = stage.newClient();
    client.connect();
    await client.qr();
    const refusal = new Promise((resolve) => client.socket.ws.on("CB:iq,type:error", resolve));
    await client.socket.requestPairingCode(ANA);
    expect(await refusal).toMatchObject({ content: [{ tag: "error", attrs: { code: "429" } }] });
    await stage.sandbox.fault({ kind: "refuse_pairing_codes", for_seconds: 0 });
  });

  it("refuses a code to a client whose system it does not know", async () => {
    const client = stage.newClient();
    client.connect(["Our Product", "Chrome", "1.0"]);
    await client.qr();
    const refusal = new Promise((resolve) => client.socket.ws.on("CB:iq,type:error", resolve));
    await client.socket.requestPairingCode(ANA);
    expect(await refusal).toMatchObject({ content: [{ tag: "error", attrs: { code: "400" } }] });
  });
});
