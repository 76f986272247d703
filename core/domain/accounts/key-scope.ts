import type { KeyKind } from "../../contracts/account.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import type { KeyScope } from "../../contracts/route-tables.ts";

const KINDS: Record<Exclude<KeyScope, "public">, readonly KeyKind[]> = {
  read: ["read", "send", "full"],
  send: ["send", "full"],
  full: ["full"],
  account: ["full"],
};

/** Whether a key may use a route. Spec: Authentication, 3–5. */
export function isKeyAllowed(scope: KeyScope, key: { kind: KeyKind; instance_id: InstanceId | null }): boolean {
  if (scope === "public") return true;
  return KINDS[scope].includes(key.kind) && (scope !== "account" || key.instance_id === null);
}
