import { describe, expect, it } from "vitest";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { fillCode } from "../../../core/operations/otps/fill-code.ts";
import { findLinkOtp, linkPointer } from "../../../core/operations/otps/find-link-otp.ts";
import { rotateOtpSecret } from "../../../core/operations/otps/rotate-otp-secret.ts";
import { emptyMessage, type MessageRecord } from "../../../core/records/message.ts";
import { SecretGone, storedOtpCodes } from "../../../core/records/otps/otp-codes.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";
import { testVault } from "../../support/test-vault.ts";
import { openOtp } from "../../support/waiting-code.ts";

const MINUTE = 60_000;

function secretWorld() {
  const clock = stillClock(new Date("2026-11-20T09:00:00.000Z"));
  const deps = { table: new MemoryTable(), vault: testVault(), clock, ids: randomIds() };
  return {
    ...deps,
    deps,
    maker: storedOtpCodes(deps),
    session: storedOtpCodes(deps, { mayMake: false }),
    pass: (minutes: number) => clock.moveTo(new Date(clock.now().getTime() + minutes * MINUTE)),
    otp: (k: number) => openOtp(clock.now(), "5511999990001", { k }),
  };
}

describe("the secret of codes", () => {
  it("is made by the first that needs it, sealed, and everybody derives the same code", async () => {
    const { maker, session, deps, otp, table } = secretWorld();
    expect(await session.versions()).toEqual([]);
    const made = await Promise.all([maker.newest(), storedOtpCodes(deps).newest()]);

    expect(made).toEqual([1, 1]);
    expect(await session.versions()).toEqual([1]);
    const code = await maker.codeOf(otp(1));
    expect(code).toMatch(/^\d{6}$/);
    expect(await session.codeOf(otp(1))).toBe(code);
    expect(await storedOtpCodes(deps).codeOf(otp(1))).toBe(code);
    expect(table.partition(keys.otpSecret().pk)).toHaveLength(1);
  });

  it("is in force in another version only when every process knows it, which finds codes of both", async () => {
    const { maker, session, deps, otp, pass } = secretWorld();
    await maker.newest();
    const [before, seen] = [await maker.codeOf(otp(1)), await session.codeOf(otp(1))];
    await rotateOtpSecret(deps);

    pass(6);
    expect([await maker.newest(), await session.versions()]).toEqual([1, [2, 1]]);
    pass(5);
    expect(await maker.newest()).toBe(2);
    expect(await session.codeOf(otp(1))).toBe(before);
    expect(seen).toBe(before);
    expect(await session.codeOf(otp(2))).not.toBe(before);
  });

  it("keeps a former version for two hours from then on, and no longer", async () => {
    const { maker, session, deps, otp, pass } = secretWorld();
    await maker.newest();
    await rotateOtpSecret(deps);
    pass(129);
    expect(await session.versions()).toEqual([2, 1]);
    pass(6);
    expect(await session.versions()).toEqual([2]);
    await expect(session.codeOf(otp(1))).rejects.toThrow(SecretGone);
    await expect(maker.hmac(1, "text")).rejects.toThrow(SecretGone);
  });

  it("is read at once when an OTP names a version that is not remembered", async () => {
    const { maker, session, deps, otp } = secretWorld();
    await maker.newest();
    await session.codeOf(otp(1));
    await rotateOtpSecret(deps);

    const fresh = storedOtpCodes(deps);
    expect(await session.codeOf(otp(2))).toBe(await fresh.codeOf(otp(2)));
  });

  it("may be rotated twice in a row; two at once make one version", async () => {
    const { maker, deps, pass } = secretWorld();
    await maker.newest();
    const results = await Promise.allSettled([rotateOtpSecret(deps), rotateOtpSecret(deps)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    pass(1);
    await rotateOtpSecret(deps);
    pass(9);
    const fresh = storedOtpCodes(deps);
    expect([await fresh.newest(), await fresh.versions()]).toEqual([2, [3, 2, 1]]);
    pass(1);
    expect(await fresh.newest()).toBe(3);
  });

  it("does not open as another version, nor from another place", async () => {
    const { maker, deps, table, otp } = secretWorld();
    await maker.newest();
    await table.write({ update: keys.otpSecret(), set: { k: 2 } });
    await expect(storedOtpCodes(deps).codeOf(otp(2))).rejects.toThrow("another owner or place");
  });

  it("that is gone leaves a message without its code, which is no fault of the message's", async () => {
    const { maker, deps, otp, pass, table } = secretWorld();
    await maker.newest();
    const message: MessageRecord = {
      ...emptyMessage(),
      id: "msg_1",
      account_id: "acc_1",
      body: "*••••••*",
      ttl: 0,
      otp: { id: "otp_1", part: "first", until: "2026-11-20T10:00:00.000Z" },
    };
    await table.write({ put: { ...keys.otp("acc_1", "otp_1"), ...otp(1) } });
    expect((await fillCode({ ...deps, codes: maker }, message))?.text).toBe(`*${await maker.codeOf(otp(1))}*`);
    await rotateOtpSecret(deps);
    pass(200);
    expect(await fillCode({ ...deps, codes: maker }, message)).toBeNull();
  });
});

describe("a link's code", () => {
  it("leads to its OTP on its instance, also after a rotation, and nowhere else", async () => {
    const { maker, session, deps, otp, table, pass } = secretWorld();
    await maker.newest();
    const link = { ...otp(1), channel: "link" as const, code_length: 8 };
    const code = await maker.codeOf(link);
    const pointer = { otp_id: link.id, account_id: "acc_1", expires_at: link.expires_at, ttl: 1 };
    await table.write({ put: { ...keys.otp("acc_1", link.id), ...link } });
    await table.write({ put: { ...keys.otpCode("inst_1", await linkPointer(maker, 1, code)), ...pointer } });

    expect((await findLinkOtp({ table, codes: session }, "inst_1", code))?.id).toBe(link.id);
    await rotateOtpSecret(deps);
    pass(15);
    expect((await findLinkOtp({ table, codes: session }, "inst_1", code))?.id).toBe(link.id);
    expect(await findLinkOtp({ table, codes: session }, "inst_2", code)).toBeNull();
    expect(await findLinkOtp({ table, codes: session }, "inst_1", "00000000")).toBeNull();
  });
});
