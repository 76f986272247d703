import type { PasskeyBody, PasskeyLink } from "../../contracts/passkey.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { PasskeyProgress } from "../../records/command.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";
import { requireLinkable } from "./require-linkable.ts";

/**
 * Returns the data that must be signed to link the number. @throws ApiError `conflict` if a phone is linked, the
 * instance is stopped, or the operator has not enabled this feature; `link_refused`; `unavailable`.
 */
export async function readPasskeyLink(deps: LaneDeps, instance: InstanceRecord): Promise<PasskeyLink> {
  requireLinkable(instance);
  return presented(await requireResult<"read_passkey">(deps, instance, { kind: "read_passkey" }));
}

/**
 * Passes a passkey's signature to the network. @throws ApiError like `readPasskeyLink`, and also `conflict` if no
 * signature is being requested, and `messenger_refused` if the network rejects the signature.
 */
export async function signByPasskey(
  deps: LaneDeps,
  instance: InstanceRecord,
  { credential }: PasskeyBody,
): Promise<PasskeyLink> {
  requireLinkable(instance);
  const command = {
    kind: "sign_by_passkey",
    credential_id: credential.rawId,
    // The request doesn't ask for any extensions, so the browser returns no extension results.
    assertion: JSON.stringify({ ...credential, clientExtensionResults: {} }),
  } as const;
  return presented(await requireResult<"sign_by_passkey">(deps, instance, command));
}

const presented = ({ request, code, sent, expires_at }: PasskeyProgress): PasskeyLink => ({
  state: sent ? "sent" : request ? "sign" : "none",
  options: request,
  code,
  expires_at: expires_at && wireTime(new Date(expires_at)),
});
