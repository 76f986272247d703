import { proto } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { putCodeMessage } from "../../../core/operations/otps/put-code-message.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { OtpRecord } from "../../../core/records/otps/otp.ts";
import { keys } from "../../../core/store/keys.ts";
import { bytesAgain, encodeCode } from "../../../session-service/baileys/outbound/encode-code.ts";
import type { ConnectionDeps } from "../../../session-service/baileys/shared/connection-deps.ts";
import { ACCOUNT, ANA, INSTANCE, messageWorld } from "../../support/message-world.ts";
import { testCodes } from "../../support/test-codes.ts";
import { openOtp } from "../../support/waiting-code.ts";

const CHAT = `${ANA}@s.whatsapp.net`;

async function codeWorld(fields: Partial<OtpRecord> = {}) {
  const world = await messageWorld();
  const { table, clock } = world;
  const otp = openOtp(clock.now(), ANA, { draw: 23_456, ...fields });
  const { id, writes } = await putCodeMessage(world.deps, otp, "first", clock.now());
  await table.transact([{ put: { ...keys.otp(ACCOUNT, otp.id), ...otp } }, ...writes]);
  const deps = { ...world.deps, codes: testCodes } as unknown as ConnectionDeps; // what the encoder uses of them
  const message = () => table.peek(keys.message(ACCOUNT, id)) as unknown as MessageRecord;
  return {
    ...world,
    otp,
    message,
    encode: (change: Partial<MessageRecord> = {}) => encodeCode(deps, world.own, CHAT, { ...message(), ...change }),
    again: () => bytesAgain(deps, world.own, "3EB0"),
    /** Records that sending the message has begun. */
    begin: () =>
      table.transact([
        { update: keys.message(ACCOUNT, id), set: { network_id: "3EB0", network_chat: CHAT } },
        { put: { ...keys.networkId(INSTANCE, "out", "3EB0"), message_id: id, account_id: ACCOUNT } },
      ]),
  };
}

describe("the bytes of a code's message", () => {
  it("hold the code where the stored message has its mask, alone on its line", async () => {
    const { encode, message } = await codeWorld();
    const { extendedTextMessage } = proto.Message.decode(await encode());

    expect(message().body).toMatch(/^[*\u2066-\u2069]*••••••[*\u2066-\u2069]*$/m);
    expect(extendedTextMessage?.text).toBe(message().body?.replace("••••••", "123456"));
    expect(extendedTextMessage?.text).toMatch(/^[*\u2066-\u2069]*123456[*\u2066-\u2069]*$/m);
  });

  it("are the same each time they are made, though nothing of them is stored", async () => {
    const { encode, again, begin, message } = await codeWorld();
    const first = await encode();
    await begin();

    expect(message().network_bytes).toBeNull();
    expect(Buffer.from(await encode())).toEqual(Buffer.from(first));
    expect(Buffer.from((await again()) ?? [])).toEqual(Buffer.from(first));
  });

  it("have a secret of their own for each message", async () => {
    const { encode } = await codeWorld();
    const [one, other] = await Promise.all([encode(), encode({ id: "msg_other" })]);
    const secretOf = (bytes: Uint8Array) => proto.Message.decode(bytes).messageContextInfo?.messageSecret;

    expect(secretOf(one)).toHaveLength(32);
    expect(secretOf(other)).not.toEqual(secretOf(one));
  });

  it("carry the chat's disappearing timer when the network asks for them once more", async () => {
    const { again, begin, table } = await codeWorld();
    await table.write({ put: { ...keys.person(INSTANCE, ANA), timer_sec: 604_800, timer_ms: 1 } });
    await begin();
    const { extendedTextMessage } = proto.Message.decode((await again()) ?? new Uint8Array());

    expect(extendedTextMessage?.contextInfo?.expiration).toBe(604_800);
    expect(extendedTextMessage?.text).toContain("123456");
  });

  it.each([4, 8])("take a code of %i digits", async (code_length) => {
    const { encode } = await codeWorld({ code_length, draw: 7 });
    const code = `1${"7".padStart(code_length - 1, "0")}`;
    expect(proto.Message.decode(await encode()).extendedTextMessage?.text).toContain(code);
  });

  it("are told to the network once more until the OTP expires, and not from then on", async () => {
    const { begin, again, clock, otp } = await codeWorld();
    await begin();
    clock.moveTo(new Date(Date.parse(otp.expires_at) - 1));
    expect(await again()).not.toBeNull();
    clock.moveTo(new Date(otp.expires_at));
    expect(await again()).toBeNull();
  });

  it.each([
    ["cancelled", { status: "cancelled" }],
    ["verified", { status: "verified" }],
  ])("are not made any more for an OTP that was %s before it left, but for a repeat", async (_what, set) => {
    const { encode, begin, table } = await codeWorld();
    const first = await encode();
    await table.write({ update: keys.otp(ACCOUNT, "otp_1"), set });
    await expect(encode()).rejects.toMatchObject({ code: "cancelled" });
    await begin();
    expect(Buffer.from(await encode())).toEqual(Buffer.from(first));
  });

  it("can't be made when the OTP is gone", async () => {
    const { encode, table } = await codeWorld();
    await table.write({ delete: keys.otp(ACCOUNT, "otp_1") });
    await expect(encode()).rejects.toMatchObject({ code: "server_error" });
  });
});
