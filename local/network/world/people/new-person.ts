import { createHash, randomInt } from "node:crypto";
import { Curve } from "@whiskeysockets/baileys";
import { newCurveKeys } from "../../format/curve-keys.ts";
import { withKeyType } from "../../format/key-type.ts";
import type { Person } from "../../store/people-table.ts";

/** A new person, with a Signal identity of their own. The private id follows from the phone number. */
export function newPerson(phone: string, name: string): Person {
  const identity = newCurveKeys();
  const signedKeys = newCurveKeys();
  return {
    phone,
    lid: privateIdOf(phone),
    name,
    auto_deliver: true,
    auto_read: false,
    online: true,
    hide_number: false,
    registrationId: randomInt(1, 16380),
    identity,
    signedPreKey: {
      id: 1,
      keys: signedKeys,
      signature: Buffer.from(Curve.sign(identity.private, withKeyType(signedKeys.public))),
    },
  };
}

/** Fifteen digits, as real private ids have. */
function privateIdOf(phone: string): string {
  const hash = createHash("sha256").update(phone).digest().readBigUInt64BE();
  return String(100_000_000_000_000n + (hash % 900_000_000_000_000n));
}
