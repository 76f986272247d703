import { randomInt } from "node:crypto";
import { Curve } from "@whiskeysockets/baileys";
import { newCurveKeys } from "../../format/curve-keys.ts";
import { withKeyType } from "../../format/key-type.ts";
import type { Person } from "../../store/people-table.ts";
import { privateIdOf } from "./private-id.ts";

/** Creates a person with a Signal identity of their own. The private id is derived from the phone number. */
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
