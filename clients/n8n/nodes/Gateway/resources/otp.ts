import type { INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { OWN_KEY, optionsOf, PHONE } from "../fields.ts";
import { type Item, phoneOrId } from "../item.ts";
import type { ResourceOperations } from "../operation.ts";

const OTP_ID: INodeProperties = {
  displayName: "OTP ID",
  name: "otpId",
  type: "string",
  default: "",
  required: true,
  placeholder: "otp_01KAGQ5M7N8P9QARBSCTDVEWFX",
};
const CHANNEL: INodeProperties = {
  displayName: "How",
  name: "channel",
  type: "options",
  options: [
    { name: "By Code", value: "code", description: "The person gets a code and enters it on your page" },
    { name: "By Link", value: "link", description: "The person opens a link and sends the code to your number" },
  ],
  default: "code",
};
const CODE: INodeProperties = {
  displayName: "Code",
  name: "code",
  type: "string",
  default: "",
  required: true,
  placeholder: "123 456",
  description: "As the person typed it",
};
const OPTIONS = optionsOf(
  {
    displayName: "Brand",
    name: "brand",
    type: "string",
    default: "",
    description: "The name of your business or product, shown in the text",
  },
  {
    displayName: "Code Length",
    name: "codeLength",
    type: "number",
    typeOptions: { minValue: 4, maxValue: 8 },
    default: 6,
  },
  {
    displayName: "Expires In",
    name: "expiresIn",
    type: "number",
    typeOptions: { minValue: 60, maxValue: 3600 },
    default: 600,
    description: "Seconds",
  },
  OWN_KEY,
  {
    displayName: "Language",
    name: "locale",
    type: "string",
    default: "",
    placeholder: "pt-BR",
  },
  {
    displayName: "Reference",
    name: "reference",
    type: "string",
    default: "",
    description: "Your own reference, included in responses and events but never shown to the person",
  },
);

const ofOtp = (item: Item) => ({ ids: { id: item.text("otpId") } });

/** Operations that confirm a phone number. Spec: Endpoints; Events, otp.completed and otp.failed. */
export const OTPS: ResourceOperations = {
  name: "OTP",
  value: "otp",
  operations: [
    {
      name: "Check",
      value: "check",
      action: "Check the code of an OTP",
      description: "Check the code that a person entered. A wrong code fails the item with the error code wrong_code",
      method: "POST",
      path: "/v1/otps/{id}/check",
      properties: [OTP_ID, CODE],
      parts: (item) => ({ ...ofOtp(item), body: { code: item.text("code") } }),
    },
    {
      name: "Create",
      value: "create",
      action: "Create an OTP",
      description: "Confirm a phone number with a code or a link",
      method: "POST",
      path: "/v1/otps",
      keyed: true,
      properties: [
        INSTANCE,
        CHANNEL,
        { ...PHONE, required: false, description: "The number to confirm. Required for confirmation by code" },
        OPTIONS,
      ],
      parts(item) {
        const { brand, codeLength, expiresIn, locale, reference } = item.options();
        const phone = phoneOrId(item.text("phone"));
        return {
          body: {
            instance_id: item.text("instance"),
            channel: item.text("channel"),
            ...(phone && { phone }),
            ...(brand !== undefined && { brand }),
            ...(codeLength !== undefined && { code_length: codeLength }),
            ...(expiresIn !== undefined && { expires_in: expiresIn }),
            ...(locale !== undefined && { locale }),
            ...(reference !== undefined && { reference }),
          },
        };
      },
    },
    {
      name: "Get",
      value: "get",
      action: "Get an OTP",
      description: "Get the state of an OTP",
      method: "GET",
      path: "/v1/otps/{id}",
      properties: [OTP_ID],
      parts: ofOtp,
    },
  ],
};
