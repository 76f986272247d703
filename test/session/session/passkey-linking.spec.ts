import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PasskeyBody } from "../../../core/contracts/passkey.ts";
import type { ApiError } from "../../../core/errors.ts";
import { askPairingCode } from "../../../core/operations/instances/ask-pairing-code.ts";
import { readPasskeyLink, signByPasskey } from "../../../core/operations/instances/link-by-passkey.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { SessionWorld } from "../support/session-world.ts";

const refusal = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error("It was not refused.")),
    (error: ApiError) => error,
  );

const NOTHING = { state: "none", options: null, code: null, expires_at: null };

describe("a number whose owner's passkey must sign", () => {
  let world: SessionWorld;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.startTask("task-1", { passkeys: true });
  });
  beforeEach(() => world.stage.sandbox.fault({ kind: "require_passkey", for_seconds: 86_400 }));
  afterAll(() => world.tearDown());

  const read = (instance: string) => readPasskeyLink(world.deps(), world.instance(instance));
  const give = (instance: string, credential: PasskeyBody["credential"]) =>
    signByPasskey(world.deps(), world.instance(instance), { credential });
  /** Signs the network's challenge the way this person would in a browser. */
  const signed = async (phone: string, options: object | null) => {
    const sandbox = world.stage.sandbox;
    return (await sandbox.request<PasskeyBody>("POST", `/phones/${phone}/passkey`, { options })).credential;
  };
  /** Scans the instance's code. The network then demands a passkey. */
  const demanded = async (phone: string) => {
    const instance = await world.addInstance();
    await expect(world.stage.sandbox.scan(phone, await world.code(instance))).rejects.toThrow("passkey");
    await world.reaches(instance, "scan_qr_code, passkey_required");
    return instance;
  };

  it("is linked by the signature of a code that was scanned, and then works", async () => {
    const instance = await demanded(OLGA);

    const { options, expires_at, ...link } = await read(instance);
    expect(link).toEqual({ state: "sign", code: null });
    expect(options).toMatchObject({ rpId: "network.test", userVerification: "required" });
    expect(Date.parse(expires_at ?? "")).toBeGreaterThan(world.clock.now().getTime());
    const given = await give(instance, await signed(OLGA, options));

    expect(given).toMatchObject({ state: "sent", code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) });
    await world.reaches(instance, "working");
    expect(world.instance(instance).phone).toBe(OLGA);
    expect(await refusal(read(instance))).toMatchObject({ code: "conflict" });
  });

  it("is linked by the signature of a code that was typed on the phone", async () => {
    const instance = await world.addInstance();
    const { code } = await askPairingCode(world.deps(), world.instance(instance), BEN);
    await expect(world.stage.sandbox.request("POST", `/phones/${BEN}/enter-code`, { code })).rejects.toThrow("passkey");
    await world.reaches(instance, "scan_qr_code, passkey_required");

    await give(instance, await signed(BEN, (await read(instance)).options));

    await world.reaches(instance, "working");
    expect(world.instance(instance).phone).toBe(BEN);
  });

  it("is not linked by another person's passkey, nor by one that signed something else; the right one still can", async () => {
    await world.stage.sandbox.addPhone("15550001081", "Lea");
    const instance = await demanded("15550001081");
    const { options } = await read(instance);

    expect(await refusal(give(instance, await signed(ANA, options)))).toMatchObject({ code: "messenger_refused" });
    const old = await signed("15550001081", { ...options, challenge: "b2xk" });
    expect(await refusal(give(instance, old))).toMatchObject({ code: "messenger_refused" });
    expect(world.status(instance)).toBe("scan_qr_code, passkey_required");

    await give(instance, await signed("15550001081", options));
    await world.reaches(instance, "working");
  });

  it("is given one signature at a time: a repeat gets the same answer, another one is refused, and the link completes", async () => {
    await world.stage.sandbox.addPhone("15550001083", "Noa");
    const instance = await demanded("15550001083");
    const { options } = await read(instance);
    const [one, other] = [await signed("15550001083", options), await signed("15550001083", options)];

    const [first, again, second] = await Promise.all([
      give(instance, one),
      give(instance, one),
      refusal(give(instance, other)),
    ]);

    expect(first).toMatchObject({ state: "sent" });
    expect(again).toEqual(first);
    expect(second).toMatchObject({ code: "conflict", message: expect.stringContaining("Another signature") });
    await world.reaches(instance, "working");
  });

  it("leaves the refusal of a signature in the log, without the signature", async () => {
    await world.stage.sandbox.addPhone("15550001084", "Pia");
    const instance = await demanded("15550001084");
    const wrong = await signed(ANA, (await read(instance)).options);

    await refusal(give(instance, wrong));

    const lines = world.complaints.filter(({ fields }) => fields.instance_id === instance && "command" in fields);
    expect(lines).toMatchObject([{ fields: { command: "sign_by_passkey" }, message: "a command failed" }]);
    expect(JSON.stringify(lines)).not.toContain(wrong.response.signature);
  });

  it("shows nothing to sign before a code was scanned, and takes no signature", async () => {
    const instance = await world.addInstance();
    await world.code(instance);

    expect(await read(instance)).toEqual(NOTHING);
    expect(await refusal(give(instance, await signed(ANA, { challenge: "AAAA" })))).toMatchObject({ code: "conflict" });
  });

  it("must scan a new code once the attempt has ended: its connection, and what it demanded, are gone", async () => {
    await world.stage.sandbox.addPhone("15550001082", "Max");
    const instance = await demanded("15550001082");
    const { options } = await read(instance);
    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await world.code(instance);

    expect(await read(instance)).toEqual(NOTHING);
    expect(await refusal(give(instance, await signed("15550001082", options)))).toMatchObject({ code: "conflict" });
  });
});

describe("a gateway whose operator has not switched linking by passkey on", () => {
  let world: SessionWorld;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.startTask();
  });
  afterAll(() => world.tearDown());

  it("says so, also while the network demands one", async () => {
    await world.stage.sandbox.fault({ kind: "require_passkey", for_seconds: 86_400 });
    const instance = await world.addInstance();
    await expect(world.stage.sandbox.scan(OLGA, await world.code(instance))).rejects.toThrow("passkey");
    await world.reaches(instance, "scan_qr_code, passkey_required");

    const refused = await refusal(readPasskeyLink(world.deps(), world.instance(instance)));

    expect(refused.code).toBe("conflict");
    expect(refused.message).toContain("operator");
  });
});
