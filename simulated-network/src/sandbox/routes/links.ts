import * as z from "zod";
import { enterCode } from "../../world/linking/enter-code.ts";
import { type LinkOutcome, linkDevice } from "../../world/linking/link-device.ts";
import type { PairingDesk } from "../../world/linking/pairing-desk.ts";
import { signByPasskey } from "../../world/linking/passkey.ts";
import { readQrCode } from "../../world/linking/qr-code.ts";
import { unlinkDevice } from "../../world/linking/unlink-device.ts";
import type { World } from "../../world/world.ts";
import { presentPhone } from "../answers/present.ts";
import { personOf } from "../requests/fields.ts";
import { ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/** The code displayed by the device, with or without the dash in the middle. */
const EnterCode = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/[\s-]/g, "").toUpperCase())
    .pipe(z.string().length(8, "A code has 8 characters.")),
});

/** If `announced` is false, other people are not notified and continue to send to the unlinked devices. */
const Unlink = z.object({ announced: z.boolean().default(true) });

/** `options` are the options that the network sent to the device. */
const SignByPasskey = z.object({ options: z.looseObject({ challenge: z.string().min(1) }) });

const Scan = z.object({ value: z.string().min(1) });

/** Routes for linking devices to a phone and unlinking them. */
export const linkRoutes = [
  route("POST /phones/{phone}/scan", Scan, async ({ deps, param, body }) => {
    const { world, pairing } = deps;
    const { phone } = await world.transactions.run((transaction) => personOf(transaction, param("phone")));
    await scan(world, pairing, phone, body.value);
    return world.transactions.run((transaction) => ok(presentPhone(transaction, personOf(transaction, phone))));
  }),

  route("POST /phones/{phone}/enter-code", EnterCode, async ({ deps, param, body }) => {
    const { world, pairing } = deps;
    const owner = await world.transactions.run((transaction) => personOf(transaction, param("phone")));
    const client = pairing.awaitingCode(owner.phone);
    if (!client?.codeRequest) {
      throw new SandboxError("unknown_code", "No device shows a code for this phone; ask the instance for one.");
    }
    conclude(await enterCode(world, owner, client, client.codeRequest, body.code));
    return world.transactions.run((transaction) => ok(presentPhone(transaction, personOf(transaction, owner.phone))));
  }),

  route("POST /phones/{phone}/passkey", SignByPasskey, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) =>
      ok({ credential: signByPasskey(personOf(transaction, param("phone")), body.options.challenge) }),
    ),
  ),

  route("POST /phones/{phone}/unlink", Unlink, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const devices = transaction.store.devices.of(owner.phone);
      if (devices.length === 0) throw new SandboxError("conflict", `Phone ${owner.phone} has no linked device.`);
      for (const { device } of devices) unlinkDevice(deps.world, transaction, owner, device, body.announced);
      return ok(presentPhone(transaction, owner));
    }),
  ),
];

/** Scans a QR code with a phone. @throws SandboxError if the code can't be used or the device doesn't cooperate. */
async function scan(world: World, pairing: PairingDesk, phone: string, value: string): Promise<void> {
  const code = readQrCode(value);
  if (!code) throw new SandboxError("unknown_code", "This is not a linking code; scan the raw text of the QR code.");
  const found = pairing.find(code.ref);
  if (found.kind === "unknown") {
    throw new SandboxError("unknown_code", "Nobody shows this code; ask the instance for a new one.");
  }
  if (found.kind === "expired") {
    throw new SandboxError("code_expired", "This code has expired; ask the instance for a new one.");
  }
  const { client } = found;
  const isSameDevice =
    client.noiseKey.equals(code.noiseKey) && client.registration.identityKey.equals(code.identityKey);
  if (!isSameDevice) {
    throw new SandboxError("unknown_code", "The keys in this code are not those of the device that shows it.");
  }
  conclude(await linkDevice(world, phone, client, code.advSecret));
}

/** Checks the outcome of a linking attempt. @throws SandboxError if no device was linked. */
function conclude(outcome: LinkOutcome | { readonly kind: "wrong_code" }): void {
  switch (outcome.kind) {
    case "linked":
      return;
    case "wrong_code":
      throw new SandboxError("unknown_code", "This is not the code the device shows.");
    case "busy":
      throw new SandboxError("conflict", "Another phone is linking this device right now.");
    case "no_reply":
      throw new SandboxError("link_failed", "The device went away before the link was complete; scan a new code.");
    case "passkey":
      throw new SandboxError(
        "passkey_required",
        "The network demands the owner's passkey. Sign with POST /phones/{phone}/passkey what the instance shows.",
      );
    case "refused":
      throw new SandboxError("link_failed", "The device did not prove that it holds its keys; scan a new code.");
  }
}
