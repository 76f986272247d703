import { QrCode } from "../../../core/contracts/instance.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { askQr } from "../../../core/operations/instances/ask-qr.ts";
import { qrPicture } from "../qr-picture.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";

/**
 * GET /v1/instances/{id}/qr: returns the current QR code. The code changes regularly, so clients have to poll. Spec:
 * Endpoints › Instances.
 */
export const getQr = route("instances.qr", {
  summary: "Get the QR code to scan in the phone's linked-devices screen",
  params: InstanceParams,
  responses: { 200: { description: "A code that can be scanned until expires_at", schema: QrCode } },
  errors: ["instance_not_found", "conflict", "link_refused", "unavailable"],
  async handle({ caller, deps, params }) {
    const code = await askQr(deps, await readInstance(deps, caller, params.id));
    return reply(200, { qr: qrPicture(code.value), ...code });
  },
});
