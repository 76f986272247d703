import { queryOptions } from "@tanstack/react-query";
import type { Instance, QrCode } from "../../../core/contracts/instance.ts";
import type { PairingCode, Profile } from "../../../core/contracts/number.ts";
import type { ProtectionDay } from "../../../core/contracts/panel/live.ts";
import type { ProtectionSettingsPatch } from "../../../core/contracts/protection.ts";
import { ApiFailure, ask, askAll } from "./client.ts";

const TEN_SECONDS = 10_000;
const MINUTE = 60_000;
/** Asking keeps the attempt to link alive. */
const QR_EVERY_MS = 2_000;

const at = (id: string) => `/v1/instances/${encodeURIComponent(id)}`;

/** The account's numbers. */
export const instancesQuery = () =>
  queryOptions({
    queryKey: ["instances"],
    queryFn: ({ signal }) => askAll<Instance>({ path: "/v1/instances", signal }),
    refetchInterval: TEN_SECONDS,
  });

/** One of them. @param everyMs how often it is asked again. */
export const instanceQuery = (id: string, everyMs: number = TEN_SECONDS) =>
  queryOptions({
    queryKey: ["instances", id],
    queryFn: ({ signal }) => ask<Instance>({ path: at(id), signal }),
    refetchInterval: everyMs,
  });

/** The code to scan; null while it is being made, or when there is nothing to scan. */
export const qrQuery = (id: string) =>
  queryOptions({
    queryKey: ["instances", id, "qr"],
    queryFn: async ({ signal }) => {
      try {
        return await ask<QrCode>({ path: `${at(id)}/qr`, signal });
      } catch (error) {
        if (error instanceof ApiFailure && (error.status === 409 || error.status === 503 || error.status === 429))
          return null;
        throw error;
      }
    },
    refetchInterval: QR_EVERY_MS,
  });

/** The number's past days. */
export const protectionDaysQuery = (id: string) =>
  queryOptions({
    queryKey: ["instances", id, "protection-days"],
    queryFn: ({ signal }) =>
      ask<ProtectionDay[]>({
        path: `/instances/${encodeURIComponent(id)}/protection-days`,
        query: { days: 30 },
        signal,
      }),
    refetchInterval: MINUTE,
  });

/** The profile that people see of the number. */
export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ["instances", id, "profile"],
    queryFn: ({ signal }) => ask<Profile>({ path: `${at(id)}/profile`, signal }),
  });

/** Adds a number, to be linked. */
export const createInstance = (body: { name: string; external_ref?: string | null }) =>
  ask<Instance>({ method: "POST", path: "/v1/instances", body });

/** Changes a number's name, calls or protection. */
export const changeInstance = (
  id: string,
  body: { name?: string; reject_calls?: boolean; protection_settings?: ProtectionSettingsPatch },
) => ask<Instance>({ method: "PATCH", path: at(id), body });

/** Starts, stops, restarts or logs a number out. */
export const actOnInstance = (id: string, act: "start" | "stop" | "restart" | "logout") =>
  ask<Instance>({ method: "POST", path: `${at(id)}/${act}`, body: {} });

/** Removes a number and everything of it. */
export const deleteInstance = (id: string) => ask<void>({ method: "DELETE", path: at(id) });

/** A code to type on the phone. */
export const askPairingCode = (id: string, phone: string) =>
  ask<PairingCode>({ method: "POST", path: `${at(id)}/pairing-code`, body: { phone } });

/** Changes the profile; omitted fields stay. */
export const changeProfile = (id: string, body: { name?: string; about?: string; picture?: { data: string } | null }) =>
  ask<Profile>({ method: "PATCH", path: `${at(id)}/profile`, body });
