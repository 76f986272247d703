import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packItem, refusePacked, unpackItem } from "../../core/aws/packed-items.ts";
import { emptyMessage, messageItem } from "../../core/records/message.ts";
import { keys } from "../../core/store/keys.ts";
import type { Item } from "../../core/store/table.ts";

const ACCOUNT = "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const MESSAGE = keys.message(ACCOUNT, "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H");
const EVENT = keys.event(ACCOUNT, "evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H");
const PLACES = [MESSAGE, EVENT, keys.person("inst_1", "5511977770001"), keys.webhook(ACCOUNT, "account")];

const scalar = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(
  scalar,
  fc.uint8Array({ maxLength: 40 }),
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.string({ minLength: 1 }), scalar, { maxKeys: 4 }),
);
const field = fc.constantFrom(
  "id",
  "body",
  "type",
  "status",
  "step",
  "network_bytes",
  "media",
  "content",
  "ttl",
  "other",
);

/** The table doesn't distinguish between -0 and 0. */
const plain = (item: Item) => JSON.parse(JSON.stringify(item));

describe("packed items", () => {
  it("come back as they were put, whatever they hold and wherever they stand", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), fc.dictionary(field, value, { maxKeys: 10 }), (place, fields) => {
        const item = { ...fields, ...place };
        expect(plain(unpackItem(packItem(item)))).toEqual(plain(item));
      }),
    );
  });

  it("leave items of other kinds as they are", () => {
    const item = { ...keys.person("inst_1", "5511977770001"), body: "x", chat_id: "y" };
    expect(packItem(item)).toBe(item);
    expect(unpackItem(item)).toBe(item);
  });

  it("show what was changed after they were packed", () => {
    const stored = packItem({ ...MESSAGE, body: "first", type: "text", status: "queued" });
    expect(unpackItem({ ...stored, body: "second", status: "sent" })).toEqual({
      ...MESSAGE,
      body: "second",
      type: "text",
      status: "sent",
    });
  });

  it("keep what conditions and indexes look at under its own name", () => {
    const message = { ...emptyMessage(), id: MESSAGE.sk, account_id: ACCOUNT, instance_id: "inst_1", ttl: 1 };
    const theirs = { phone: "5511977770001", person: "5511977770001" };
    const stored = packItem(messageItem({ ...message, ...theirs, status: "queued", created_at: "x" }));
    for (const name of [
      "status",
      "step",
      "row",
      "person",
      "network_id",
      "text_version",
      "deleted_at",
      "ttl",
      "gsi2pk",
      "gsi3pk",
    ])
      expect(stored, name).toHaveProperty(name);
    expect(stored).not.toHaveProperty("body");
  });

  it("are less than half of what they hold", () => {
    const body = JSON.stringify({
      id: EVENT.sk,
      type: "message.status",
      created_at: "2026-11-20T09:30:00+00:00",
      data: {
        ...emptyMessage(),
        id: MESSAGE.sk,
        instance_id: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
        phone: "5511977770001",
      },
    });
    const packed = packItem({ ...EVENT, id: EVENT.sk, account_id: ACCOUNT, body }).z as Buffer; // packItem's own attribute
    expect(packed.length).toBeLessThan(body.length / 2);
  });

  it("refuse a condition, an addition or a removal that names what lies in the pack", () => {
    expect(() => refusePacked(MESSAGE.pk, [{ field: "body", op: "=", value: "x" }], [])).toThrow(/"body"/);
    expect(() => refusePacked(MESSAGE.pk, [{ anyOf: [[{ field: "type", is: "missing" }]] }], [])).toThrow(/"type"/);
    expect(() => refusePacked(MESSAGE.pk, undefined, ["reactions"])).toThrow(/"reactions"/);
    expect(() => refusePacked(MESSAGE.pk, [{ field: "status", op: "=", value: "sent" }], [])).not.toThrow();
    expect(() => refusePacked("INST#inst_1#PERSON", [{ field: "chat_id", is: "missing" }], [])).not.toThrow();
  });

  it("say so when they were packed by a later version", () => {
    expect(() => unpackItem({ ...EVENT, z: Buffer.from([99, 1, 2]) })).toThrow(/dictionary 99/);
  });
});
