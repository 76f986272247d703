import type { INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { optionsOf, PHONE } from "../fields.ts";
import { type Item, phoneOrId } from "../item.ts";
import type { Operation, ResourceOperations } from "../operation.ts";

const BINARY_FIELD: INodeProperties = {
  displayName: "Put Output File in Field",
  name: "binaryField",
  type: "string",
  default: "data",
  required: true,
  hint: "The name of the output binary field to put the file in",
};
const FILTERS = optionsOf({
  displayName: "External Reference",
  name: "externalRef",
  type: "string",
  default: "",
  description: "Only instances that have this external reference",
});

const ofInstance = (item: Item) => ({ ids: { id: item.text("instance") } });

/**
 * Creates an operation that changes an instance's state. The gateway responds with 202 and the instance, and makes the
 * change afterwards.
 */
const change = (name: string, value: string, description: string): Operation => ({
  name,
  value,
  action: `${name} an instance`,
  description,
  method: "POST",
  path: `/v1/instances/{id}/${value}`,
  properties: [INSTANCE],
  parts: ofInstance,
});

/** Operations on the linked numbers themselves. Spec: Endpoints › Instances. */
export const INSTANCES: ResourceOperations = {
  name: "Instance",
  value: "instance",
  operations: [
    {
      name: "Get",
      value: "get",
      action: "Get an instance",
      description: "Get an instance's status, and the number's protection today",
      method: "GET",
      path: "/v1/instances/{id}",
      properties: [INSTANCE],
      parts: ofInstance,
    },
    {
      name: "Get Many",
      value: "getAll",
      action: "Get many instances",
      description: "List instances, newest first",
      method: "GET",
      path: "/v1/instances",
      paging: "links",
      properties: [FILTERS],
      parts: (item) => ({ query: { external_ref: item.options().externalRef } }),
    },
    {
      name: "Get QR Code",
      value: "getQr",
      action: "Get the QR code of an instance",
      description:
        "Get the code to scan in the phone's linked-devices screen, as a picture. The code changes every few seconds",
      method: "GET",
      path: "/v1/instances/{id}/qr",
      properties: [INSTANCE, BINARY_FIELD],
      parts: ofInstance,
      async output(item, { qr, ...rest }) {
        const picture = Buffer.from(String(qr).replace(/^data:image\/png;base64,/, ""), "base64");
        const file = await item.functions.helpers.prepareBinaryData(picture, "qr.png", "image/png");
        return { json: rest, binary: { [item.text("binaryField")]: file } };
      },
    },
    {
      name: "Get Pairing Code",
      value: "getPairingCode",
      action: "Get a pairing code for an instance",
      description: "Get the 8-character code that the number's owner types on their phone to link the number",
      method: "POST",
      path: "/v1/instances/{id}/pairing-code",
      properties: [INSTANCE, PHONE],
      parts: (item) => ({ ...ofInstance(item), body: { phone: phoneOrId(item.text("phone")) } }),
    },
    change("Start", "start", "Connect an instance again after a stop or a disconnection"),
    change(
      "Stop",
      "stop",
      "Take an instance offline. Nothing is sent or received until it is started again. It stays linked",
    ),
  ],
};
