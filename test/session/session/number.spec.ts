import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "../../../core/errors.ts";
import { askPairingCode } from "../../../core/operations/instances/ask-pairing-code.ts";
import { askQr } from "../../../core/operations/instances/ask-qr.ts";
import { changeProfile, type ProfileChange } from "../../../core/operations/instances/change-profile.ts";
import { checkNumber } from "../../../core/operations/instances/check-number.ts";
import { readProfile } from "../../../core/operations/instances/read-profile.ts";
import { rejectCall } from "../../../core/operations/instances/reject-call.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

const refusal = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error("It was not refused.")),
    (error: ApiError) => error,
  );

describe("linking by a code that is typed on the phone", () => {
  let world: SessionWorld;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.startTask();
  });
  afterAll(() => world.tearDown());

  const ask = (instance: string, phone: string) => askPairingCode(world.deps(), world.instance(instance), phone);
  const enter = (phone: string, code: string) =>
    world.stage.sandbox.request("POST", `/phones/${phone}/enter-code`, { code });

  it("links the number that types it, and the code can be typed until `expires_at`", async () => {
    const instance = await world.addInstance();
    const { code, expires_at } = await ask(instance, OLGA);
    expect(code).toMatch(/^[A-Z0-9]{8}$/);
    const leftSec = (Date.parse(expires_at) - world.clock.now().getTime()) / 1000;
    expect(leftSec).toBeGreaterThan(60);
    expect(leftSec).toBeLessThanOrEqual(160);

    // A linking attempt that nobody polls for would have ended by this time.
    world.clock.moveTo(new Date(Date.parse(expires_at) - 5_000));
    await enter(OLGA, code);
    await world.reaches(instance, "working");
    expect(world.instance(instance).phone).toBe(OLGA);
    const { code: refused } = await refusal(ask(instance, OLGA));
    expect(refused).toBe("conflict");
  });

  it("leaves the QR code usable, and a second code replaces the first", async () => {
    const instance = await world.addInstance();
    const first = await ask(instance, BEN);
    const second = await ask(instance, BEN);
    await expect(enter(BEN, first.code)).rejects.toMatchObject({ status: 422 });
    expect(second.code).not.toBe(first.code);

    // After a wrong code, the contents of the QR code change.
    await eventually("a scan that links", async () =>
      world.stage.sandbox.scan(BEN, await world.code(instance)).catch(() => null),
    );
    await world.reaches(instance, "working");
  });

  it("shows a QR code that can be scanned also when the gateway's clock is moved past its end", async () => {
    await world.stage.sandbox.addPhone("15550001014", "Max");
    const instance = await world.addInstance();
    await ask(instance, "15550001014");
    const first = await askQr(world.deps(), world.instance(instance));
    world.clock.moveTo(new Date(Date.parse(first.expires_at) + 1_000));
    const again = await eventually("the code's true end", () =>
      askQr(world.deps(), world.instance(instance)).catch(() => null),
    );
    expect(Date.parse(again.expires_at)).toBeGreaterThan(world.clock.now().getTime());
    await world.stage.sandbox.scan("15550001014", again.value);
    await world.reaches(instance, "working");
  });

  it("shows the QR code of an attempt no longer once a restart has ended that", async () => {
    const instance = await world.addInstance();
    const before = await world.code(instance);
    const { restart_seq } = await world.change(instance, "restart");
    await eventually("the restart", () => world.instance(instance).restart_done === restart_seq);
    expect(world.table.peek(keys.qr(instance))?.value).not.toBe(before);
    expect(await world.code(instance)).not.toBe(before);
  });

  it("and by a QR code goes on when the network asks for a new link secret after the scan", async () => {
    await world.stage.sandbox.addPhone("15550001013", "Lee");
    await world.stage.sandbox.fault({ kind: "refresh_link_secret", for_seconds: 3_600 });
    const instance = await world.addInstance();
    const first = await world.code(instance);
    await expect(world.stage.sandbox.scan("15550001013", first)).rejects.toMatchObject({ status: 409 });
    await eventually("another code", async () => (await world.code(instance)) !== first);
    await world.link(instance, "15550001013");
    await world.stage.sandbox.fault({ kind: "refresh_link_secret", for_seconds: 0 });
  });

  it("answers `messenger_unavailable` when the network refuses, and gives codes again afterwards", async () => {
    await world.stage.sandbox.addPhone("15550001011", "Kim");
    const instance = await world.addInstance();
    await world.stage.sandbox.fault({ kind: "refuse_pairing_codes", for_seconds: 3_600 });
    const refused = await refusal(ask(instance, "15550001011"));
    expect(refused).toMatchObject({ code: "messenger_unavailable" });
    await world.stage.sandbox.fault({ kind: "refuse_pairing_codes", for_seconds: 0 });

    const { code } = await ask(instance, "15550001011");
    await enter("15550001011", code);
    await world.reaches(instance, "working");
  });

  it("gives three codes in ten minutes, then `limit_reached` with the time to wait", async () => {
    const instance = await world.addInstance();
    for (let n = 0; n < 3; n++) await ask(instance, ANA);
    const refused = await refusal(ask(instance, ANA));
    expect(refused.code).toBe("limit_reached");
    expect(refused.retryAfterSec).toBeGreaterThan(500);
    expect(refused.retryAfterSec).toBeLessThanOrEqual(600);

    world.clock.moveTo(new Date(world.clock.now().getTime() + 601_000));
    await ask(instance, ANA);
  });

  it("that was never typed is forgotten when its connection breaks: no login is tried with it", async () => {
    const instance = await world.addInstance();
    await ask(instance, ANA);
    await world.stage.sandbox.fault({ kind: "drop_connections" });
    const { code } = await ask(instance, ANA);
    expect(world.status(instance)).toBe("scan_qr_code");
    await enter(ANA, code);
    await world.reaches(instance, "working");
  });

  it("is refused while the instance is stopped", async () => {
    const instance = await world.addInstance();
    await world.change(instance, "stop");
    expect((await refusal(ask(instance, ANA))).code).toBe("conflict");
  });

  it("of a number that another instance has is undone: `link_refused`", async () => {
    const instance = await world.addInstance();
    const { code } = await ask(instance, OLGA);
    await enter(OLGA, code);
    await world.reaches(instance, "scan_qr_code, link_refused");
    expect((await refusal(ask(instance, OLGA))).code).toBe("link_refused");
  });
});

describe("a linked number", () => {
  let world: SessionWorld;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create();
    // Has the same effect that NODE_EXTRA_CA_CERTS would have on a process started later.
    setDefaultCACertificates([...getCACertificates("bundled"), readFileSync(world.stage.network.mediaCaFile, "utf8")]);
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  const record = () => world.instance(instance);

  describe("that is called", () => {
    const call = (from = ANA, video = false) =>
      world.stage.sandbox.request<{ id: string }>("POST", `/phones/${from}/calls`, { to: OLGA, video });
    const stateOf = async (id: string) => {
      const { data } = await world.stage.sandbox.request<{ data: { id: string; state: string }[] }>(
        "GET",
        `/phones/${ANA}/calls`,
      );
      return data.find((known) => known.id === id)?.state;
    };
    const told = (type: "call.received" | "call.rejected", id: string) =>
      eventually(`${type} of ${id}`, () => world.events(type).find((event) => event.id === id));
    const setRejectCalls = (reject_calls: boolean) =>
      world.table.write({ update: keys.instance(instance), set: { reject_calls } });

    it("tells who calls, and declines the call on request, by its `from` or the caller's phone", async () => {
      for (const by of ["from", "phone"] as const) {
        const { id } = await call(ANA, true);
        const received = await told("call.received", id);
        expect(received).toMatchObject({
          instance_id: instance,
          phone: ANA,
          chat_id: `${ANA}@s.whatsapp.net`,
          is_video: true,
          rejected: false,
        });
        await rejectCall(world.deps(), record(), { call_id: id, from: String(received[by]) });
        expect(await stateOf(id)).toBe("rejected");
        expect(await told("call.rejected", id)).toMatchObject({ phone: ANA, is_video: true });
        // A call may be rejected more than once without causing a second event.
        await rejectCall(world.deps(), record(), { call_id: id, from: ANA });
        expect(world.events("call.rejected").filter((event) => event.id === id)).toHaveLength(1);
      }
    });

    it("refuses to decline what is not there, what somebody else began, and what is over", async () => {
      const { id } = await call();
      await told("call.received", id);
      const decline = (call_id: string, from: string) =>
        refusal(rejectCall(world.deps(), record(), { call_id, from })).then((error) => error.code);
      expect(await decline("ABCDEF", ANA)).toBe("not_found");
      expect(await decline(id, BEN)).toBe("validation_failed");
      await world.stage.sandbox.request("POST", `/phones/${ANA}/calls/${id}/end`, {});
      await eventually("the end", () => world.table.peek(keys.call(instance, id))?.state === "ended");
      expect(await decline(id, ANA)).toBe("conflict");
    });

    it("tells of a call declined on the phone", async () => {
      const { id } = await call();
      await told("call.received", id);
      await world.stage.sandbox.request("POST", `/phones/${OLGA}/calls/${id}/reject`, {});
      await told("call.rejected", id);
    });

    it("declines at once when the instance declines calls", async () => {
      await setRejectCalls(true);
      const { id } = await call();
      expect(await told("call.received", id)).toMatchObject({ rejected: true });
      await told("call.rejected", id);
      expect(await stateOf(id)).toBe("rejected");
      await setRejectCalls(false);
    });

    it("names a caller with a hidden number by the private id only", async () => {
      await world.stage.sandbox.addPhone("15550001012", "Hidden");
      const { private_id } = await world.stage.sandbox.changePhone("15550001012", { hide_number: true });
      const { id } = await call("15550001012");
      expect(await told("call.received", id)).toMatchObject({ phone: null, from: private_id, chat_id: private_id });
    });

    it("hears of a call that came while it was away, once, and does not decline it any more", async () => {
      await setRejectCalls(true);
      await world.change(instance, "stop");
      await world.reaches(instance, "stopped");
      const { id } = await call();
      world.clock.moveTo(new Date(world.clock.now().getTime() + 120_000));
      await world.change(instance, "start");
      expect(await told("call.received", id)).toMatchObject({ rejected: false });
      await setRejectCalls(false);
      await world.reaches(instance, "working");
    });
  });

  describe("that looks for others", () => {
    it("finds who is on the network, and does not count the same number twice", async () => {
      const check = (phone: string) => checkNumber(world.deps(), record(), phone);
      expect(await check(BEN)).toEqual({ phone: BEN, on_messenger: true, checks_left_today: 49 });
      expect(await check("15550009999")).toEqual({ phone: "15550009999", on_messenger: false, checks_left_today: 48 });
      expect(await check(BEN)).toEqual({ phone: BEN, on_messenger: true, checks_left_today: 48 });
    });

    it("says `messenger_unavailable` when the network refuses to tell", async () => {
      await world.stage.sandbox.fault({ kind: "refuse_queries", namespace: "usync", code: 429, for_seconds: 600 });
      const refused = await refusal(checkNumber(world.deps(), record(), "15550009998"));
      expect(refused).toMatchObject({ code: "messenger_unavailable", retryAfterSec: 60 });
      await world.stage.sandbox.fault({ kind: "refuse_queries", for_seconds: 0 });
    });
  });

  describe("that shows itself", () => {
    const change = (made: ProfileChange) => changeProfile(world.deps(), record(), made);
    const upload = async (bytes: Buffer) => {
      const key = `files/${Math.random()}`;
      await world.media.put(key, bytes, { mimetype: "", filename: null, maxBytes: Number.POSITIVE_INFINITY });
      return { source: { key }, upload: null };
    };
    const shown = () =>
      world.stage.sandbox.request<{ name: string; about: string; picture: string | null }>(
        "GET",
        `/phones/${OLGA}/profile`,
      );
    const red = () => sharp({ create: { width: 900, height: 600, channels: 3, background: "red" } });

    it("changes name, words and picture, and nothing that was not sent", async () => {
      const profile = await eventually("the keys of the settings", () =>
        change({ name: "Olga's shop" }).catch((error: ApiError) => {
          if (error.code === "unavailable") return null;
          throw error;
        }),
      );
      expect(profile).toEqual({ name: "Olga's shop", about: null, picture: null });
      expect(await change({ about: "Open 9 to 5" })).toMatchObject({ name: "Olga's shop", about: "Open 9 to 5" });
      const made = await change({ picture: await upload(await red().png().toBuffer()) });
      expect(made.picture).not.toBeNull();
      expect(await shown()).toMatchObject({ name: "Olga's shop", about: "Open 9 to 5" });
      const picture = Buffer.from((await shown()).picture ?? "", "base64");
      expect(await sharp(picture).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 640 });
    });

    it("is read with a copy of its picture, made anew only when the picture has changed", async () => {
      const first = await readProfile(world.deps(), record());
      expect(first).toMatchObject({ name: "Olga's shop", about: "Open 9 to 5" });
      expect(await world.media.get(first.picture?.key ?? "")).not.toBeNull();
      expect((await readProfile(world.deps(), record())).picture).toEqual(first.picture);

      await world.stage.sandbox.request("POST", `/phones/${OLGA}/picture`, {
        data: (await red().jpeg().toBuffer()).toString("base64"),
      });
      const second = await readProfile(world.deps(), record());
      expect(second.picture?.key).not.toBe(first.picture?.key);
      expect(await world.media.get(first.picture?.key ?? "")).toBeNull();
    });

    it("refuses a picture that is none, and changes nothing then", async () => {
      const before = await shown();
      const bad = change({ about: "Closed", picture: await upload(Buffer.from("no picture")) });
      expect(await refusal(bad)).toMatchObject({
        code: "validation_failed",
        errors: { picture: [expect.any(String)] },
      });
      const away = change({ about: "Closed", picture: { source: { url: "http://127.0.0.1:9/x.png" }, upload: null } });
      expect((await refusal(away)).errors?.picture?.[0]).toContain("could not be fetched");
      expect(await shown()).toEqual(before);
    });

    it("takes the picture away, and shows what was last seen while it is not connected", async () => {
      expect((await change({ picture: null })).picture).toBeNull();
      expect((await shown()).picture).toBeNull();
      await world.change(instance, "stop");
      await world.reaches(instance, "stopped");
      expect(await readProfile(world.deps(), record())).toMatchObject({ name: "Olga's shop", picture: null });
      expect((await refusal(change({ name: "Other" }))).code).toBe("not_connected");
    });
  });
});
