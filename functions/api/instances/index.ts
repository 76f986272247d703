import { INSTANCES_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { vaultPart } from "../../parts/vault-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { askPairingCode } from "./ask-pairing-code.ts";
import { changeInstance } from "./change-instance.ts";
import { checkNumber } from "./check-number.ts";
import { createInstance } from "./create-instance.ts";
import { deleteInstance } from "./delete-instance.ts";
import { getInstance } from "./get-instance.ts";
import { getQr } from "./get-qr.ts";
import { listInstances } from "./list-instances.ts";
import { getPasskey, signWithPasskey } from "./passkey.ts";
import { rejectCall } from "./reject-call.ts";
import { testProxy } from "./test-proxy.ts";
import { updateInstance } from "./update-instance.ts";

/** The routes for instances, used by the Lambda function and the OpenAPI document. */
export const routes = [
  listInstances,
  createInstance,
  getInstance,
  updateInstance,
  deleteInstance,
  getQr,
  ...changeInstance,
  askPairingCode,
  getPasskey,
  signWithPasskey,
  checkNumber,
  testProxy,
  rejectCall,
];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, vaultPart, wakeupsPart];

/** The Lambda handler for these routes. */
export const handler = resource(INSTANCES_ROUTES, routes, ownDeps(parts));
