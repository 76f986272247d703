import * as z from "zod";
import { LIMITS } from "./limits.ts";
import {
  PROTECTION_SETTINGS,
  type ProtectionSettingKey,
  ProtectionSettings,
  protectionSettingsPatch,
} from "./protection.ts";
import { Protection, Safety } from "./protection-state.ts";
import { InstanceProxy, ProxyBody } from "./proxy.ts";
import { text, words } from "./text.ts";

/** An instance's connection state. docs/decisions explains each value. Spec: Instance, `status`. */
export const INSTANCE_STATUSES = ["scan_qr_code", "starting", "working", "stopped", "failed"] as const;
export type InstanceStatus = (typeof INSTANCE_STATUSES)[number];

/** The reasons for an instance's status. */
export const INSTANCE_STATUS_REASONS = [
  "network_logged_out",
  "link_refused",
  "replaced_elsewhere",
  "restricted",
  "banned",
  "passkey_required",
  "unavailable",
  "proxy_unreachable",
] as const;
export type InstanceStatusReason = (typeof INSTANCE_STATUS_REASONS)[number];

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

/** An instance as customers see it. Spec: Resources › Instance. */
export const Instance = z
  .object({
    id: z.string().meta({ example: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    name: z.string(),
    external_ref: z.string().nullable(),
    status: z.enum(INSTANCE_STATUSES),
    status_reason: z.enum(INSTANCE_STATUS_REASONS).nullable(),
    status_since: time,
    phone: z.string().nullable().meta({ description: "The linked number, digits only" }),
    chat_link: z.string().nullable(),
    link_refused: z.boolean(),
    reject_calls: z.boolean(),
    proxy: InstanceProxy.nullable(),
    protection_settings: ProtectionSettings,
    protection: Protection,
    safety: Safety.meta({ description: "The same as protection.safety" }),
    created_at: time,
    linked_at: time.nullable(),
  })
  .meta({ id: "Instance" });
export type Instance = z.infer<typeof Instance>;

/** POST /v1/instances. */
export const CreateInstanceBody = z.object({
  name: words("name", LIMITS.instanceNameMaxChars, { trimmed: true }),
  external_ref: text(
    LIMITS.externalRefMaxChars,
    `The reference is too long. Use at most ${LIMITS.externalRefMaxChars} characters.`,
  ).nullish(),
  proxy: ProxyBody.nullish(),
});

/** Object.fromEntries loses the key type. */
const ANY_SETTINGS = Object.fromEntries(Object.keys(PROTECTION_SETTINGS).map((key) => [key, z.unknown()])) as Record<
  ProtectionSettingKey,
  z.ZodUnknown
>;

/**
 * PATCH /v1/instances/{id}: send only what changes. The range of a protection setting depends on the instance's warm-up
 * stage, so this schema doesn't check it. Its description gives the range for the last stage.
 */
export const UpdateInstanceBody = z
  .object({
    name: CreateInstanceBody.shape.name,
    reject_calls: z.boolean(),
    proxy: ProxyBody.nullable(),
    protection_settings: z
      .object(ANY_SETTINGS)
      .partial()
      // The JSON Schema is written when the API description is generated, because functions don't bundle the code that
      // writes it.
      .meta({
        override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
          jsonSchema.properties = z.toJSONSchema(protectionSettingsPatch()).properties ?? {};
        },
      }),
  })
  .partial();
export type UpdateInstanceBody = z.infer<typeof UpdateInstanceBody>;

/** GET /v1/instances/{id}/qr. */
export const QrCode = z
  .object({
    qr: z.string().meta({ description: "A PNG, as a data URI" }),
    value: z.string().meta({ description: "The code's raw text" }),
    expires_at: time,
  })
  .meta({ id: "QrCode" });
export type QrCode = z.infer<typeof QrCode>;
