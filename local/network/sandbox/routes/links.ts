import * as z from "zod";
import { linkDevice } from "../../linking/link-device.ts";
import { readQrCode } from "../../linking/qr-code.ts";
import { unlinkDevice } from "../../linking/unlink-device.ts";
import type { World } from "../../world.ts";
import { personOf } from "../fields.ts";
import { presentPhone } from "../present.ts";
import { NoBody, ok, route } from "../route.ts";
import { SandboxError } from "../sandbox-error.ts";

const Scan = z.object({ value: z.string().min(1) });

/** Linking and unlinking a phone's other devices. */
export const linkRoutes = [
  route("POST /phones/{phone}/scan", Scan, async ({ deps, param, body }) => {
    const { world } = deps;
    const { phone } = await world.turns.take((turn) => personOf(turn, param("phone")));
    await scan(world, phone, body.value);
    return world.turns.take((turn) => ok(presentPhone(turn, personOf(turn, phone))));
  }),

  route("POST /phones/{phone}/unlink", NoBody, ({ deps, param }) =>
    deps.world.turns.take((turn) => {
      const owner = personOf(turn, param("phone"));
      const devices = turn.store.devices.of(owner.phone);
      if (devices.length === 0) throw new SandboxError("conflict", `Phone ${owner.phone} has no linked device.`);
      for (const { device } of devices) unlinkDevice(deps.world, turn, owner, device);
      return ok(presentPhone(turn, owner));
    }),
  ),
];

/** @throws SandboxError when the code can't be used or the device does not take part. */
async function scan(world: World, phone: string, value: string): Promise<void> {
  const code = readQrCode(value);
  if (!code) throw new SandboxError("unknown_code", "This is not a linking code; scan the raw text of the QR code.");
  const found = world.pairing.find(code.ref);
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
  const outcome = await linkDevice(world, phone, client, code.advSecret);
  switch (outcome.kind) {
    case "linked":
      return;
    case "busy":
      throw new SandboxError("conflict", "Another phone is linking this device right now.");
    case "no_reply":
      throw new SandboxError("link_failed", "The device went away before the link was complete; scan a new code.");
    case "refused":
      throw new SandboxError("link_failed", "The device did not prove that it holds its keys; scan a new code.");
  }
}
