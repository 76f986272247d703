import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { linkNumber } from "../../support/linked-number.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

interface Otp {
  id: string;
  status: string;
  phone: string | null;
  code: string | null;
  link: string | null;
  qr: string | null;
}

const SHOP = "5511988880000";
const [ANA, BEA, CARL] = ["5511977770001", "5511977770002", "5511977770003"];

/**
 * Tests confirming a phone number with a link, as customers and people experience it, over HTTP only. Spec: OTP, by
 * link.
 */
describe("a link that a person completes", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let instance: string;

  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startGateway(folder.path), startReceiver()]);
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
    instance = (await linkNumber(gateway, SHOP)).id;
    for (const phone of [ANA, BEA, CARL]) await gateway.sandbox("POST", "/phones", { phone, name: "Somebody" });
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  async function create(fields: object = {}): Promise<Otp> {
    const body = { instance_id: instance, channel: "link", brand: "Tea House", reference: "order 7", ...fields };
    const answer = await gateway.api<{ data: Otp }>("POST", "/v1/otps", body);
    expect(answer.status).toBe(201);
    return answer.body.data;
  }
  const read = async (id: string) => (await gateway.api<{ data: Otp }>("GET", `/v1/otps/${id}`)).body.data;
  /** Returns the text that the link fills into the chat. */
  const textOf = ({ link }: Otp) => new URL(String(link)).searchParams.get("text") ?? "";
  const write = (phone: string | undefined, text: string, more: object = {}) =>
    gateway.sandbox("POST", `/phones/${phone}/messages`, { to: SHOP, text, ...more });
  const events = () =>
    receiver.requests.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  const completed = (id: string) => events().filter(({ type, data }) => type === "otp.completed" && data.id === id);
  const received = (text: string) =>
    eventually(`the message ${text}`, () => events().find(({ data }) => data.body === text));
  const verified = (id: string) => eventually("the OTP to be verified", () => completed(id)[0]);

  it("is verified by the text that it opens, told once, and confirmed to the person", async () => {
    const otp = await create();
    expect(otp.link).toContain(`wa.me/${SHOP}?text=`);
    expect(otp.qr).toMatch(/^data:image\/png;base64,/);
    expect(textOf(otp)).toContain(otp.code);
    await write(ANA, textOf(otp));

    const { data } = await verified(otp.id);
    expect(data).toMatchObject({ instance_id: instance, channel: "link", reference: "order 7", phone: ANA });
    expect(await read(otp.id)).toMatchObject({ status: "verified", phone: ANA, code: null, link: null, qr: null });
    await eventually("the confirmation", async () => {
      const { body } = await gateway.sandbox("GET", `/phones/${ANA}/messages`);
      return JSON.stringify(body).includes("Your number is confirmed for");
    });

    await write(ANA, `${otp.code} again`);
    await received(`${otp.code} again`);
    expect(completed(otp.id)).toHaveLength(1);
  });

  it("for a phone is not verified by another, nor by a forwarded text, and is by digits of any script", async () => {
    const otp = await create({ phone: BEA });
    const arabic = String(otp.code).replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
    await write(ANA, `Not for me: ${otp.code}`);
    await received(`Not for me: ${otp.code}`);
    await write(BEA, `Look: ${otp.code}`, { forwarded: true });
    await received(`Look: ${otp.code}`);
    expect((await read(otp.id)).status).toBe("pending");

    await write(BEA, arabic);
    expect((await verified(otp.id)).data).toMatchObject({ phone: BEA });
  });

  it("for a phone is verified by its hidden number", async () => {
    await gateway.sandbox("PATCH", `/phones/${CARL}`, { hide_number: true });
    const otp = await create({ phone: CARL });
    await write(CARL, textOf(otp));

    expect((await verified(otp.id)).data).toMatchObject({ phone: CARL });
    expect(await read(otp.id)).toMatchObject({ status: "verified", phone: CARL });
  });

  it("that was cancelled or has expired is verified by nobody", async () => {
    const [cancelled, late] = [await create(), await create({ expires_in: 60 })];
    expect((await gateway.api("DELETE", `/v1/otps/${cancelled.id}`)).status).toBe(204);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 61 });
    for (const { code } of [cancelled, late]) {
      await write(ANA, `Late: ${code}`);
      await received(`Late: ${code}`);
    }

    expect([await read(cancelled.id), await read(late.id)].map(({ status }) => status)).toEqual([
      "cancelled",
      "expired",
    ]);
    expect([cancelled, late].flatMap(({ id }) => completed(id))).toEqual([]);
  });
});
