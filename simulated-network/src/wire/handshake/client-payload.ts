import { proto } from "@whiskeysockets/baileys";
import type { Registration } from "../../world/linking/registration.ts";

/**
 * The login of a reconnecting linked device. `device` is null if the client abandoned a pairing code halfway through.
 */
export interface Login {
  readonly kind: "login";
  readonly version: string;
  readonly phone: string;
  readonly device: number | null;
}

/** Parses the payload at the end of the handshake. @throws Error for anything other than a registration or a login. */
export function readClientPayload(bytes: Buffer): Registration | Login {
  const payload = proto.ClientPayload.decode(bytes);
  const { primary, secondary, tertiary } = payload.userAgent?.appVersion ?? {};
  const version = `${primary ?? 0}.${secondary ?? 0}.${tertiary ?? 0}`;
  const pairing = payload.devicePairingData;
  if (pairing) {
    return {
      kind: "registration",
      version,
      registrationId: unsigned(pairing.eRegid),
      identityKey: key(pairing.eIdent),
      signedPreKey: {
        id: unsigned(pairing.eSkeyId),
        publicKey: key(pairing.eSkeyVal),
        signature: Buffer.from(pairing.eSkeySig ?? []),
      },
    };
  }
  if (!payload.username) throw new Error("The client payload has neither pairing data nor a user name.");
  return { kind: "login", version, phone: payload.username.toString(), device: payload.device || null };
}

function unsigned(bytes: Uint8Array | null | undefined): number {
  if (!bytes?.length) throw new Error("The client payload lacks a number.");
  return Buffer.from(bytes).readUIntBE(0, bytes.length);
}

function key(bytes: Uint8Array | null | undefined): Buffer {
  if (bytes?.length !== 32) throw new Error("The client payload lacks a 32-byte key.");
  return Buffer.from(bytes);
}
