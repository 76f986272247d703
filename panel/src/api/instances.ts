import { queryOptions } from "@tanstack/react-query";
import type { ProtectionSettingsPatch } from "../../../core/contracts/protection.ts";
import { call, callAll } from "./call.ts";
import { ApiFailure } from "./client.ts";

const TEN_SECONDS = 10_000;
const MINUTE = 60_000;
/** Asking keeps the attempt to link alive. */
const QR_EVERY_MS = 2_000;

/** The account's numbers. */
export const instancesQuery = () =>
  queryOptions({
    queryKey: ["instances"],
    queryFn: ({ signal }) => callAll("instances.list", { signal }),
    refetchInterval: TEN_SECONDS,
  });

/** One of them. @param everyMs how often it is asked again. */
export const instanceQuery = (id: string, everyMs: number = TEN_SECONDS) =>
  queryOptions({
    queryKey: ["instances", id],
    queryFn: ({ signal }) => call("instances.get", { at: { id }, signal }),
    refetchInterval: everyMs,
  });

/** The code to scan; null while it is being made, or when there is nothing to scan. */
export const qrQuery = (id: string) =>
  queryOptions({
    queryKey: ["instances", id, "qr"],
    queryFn: async ({ signal }) => {
      try {
        return await call("instances.qr", { at: { id }, signal });
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
    queryFn: ({ signal }) => call("panel.protection_days", { at: { id }, query: { days: 30 }, signal }),
    refetchInterval: MINUTE,
  });

/** The profile that people see of the number. */
export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ["instances", id, "profile"],
    queryFn: ({ signal }) => call("profile.get", { at: { id }, signal }),
  });

/** Adds a number, to be linked. */
export const createInstance = (body: { name: string; external_ref?: string | null }) =>
  call("instances.create", { body });

/** Changes a number's name, calls or protection. */
export const changeInstance = (
  id: string,
  body: { name?: string; reject_calls?: boolean; protection_settings?: ProtectionSettingsPatch },
) => call("instances.update", { at: { id }, body });

/** Starts, stops, restarts or logs a number out. */
export const actOnInstance = (id: string, act: "start" | "stop" | "restart" | "logout") =>
  call(`instances.${act}`, { at: { id }, body: {} });

/** Removes a number and everything of it. */
export const deleteInstance = (id: string) => call("instances.delete", { at: { id } });

/** A code to type on the phone. */
export const askPairingCode = (id: string, phone: string) =>
  call("instances.pairing_code", { at: { id }, body: { phone } });

/** Changes the profile; omitted fields stay. */
export const changeProfile = (id: string, body: { name?: string; about?: string; picture?: { data: string } | null }) =>
  call("profile.update", { at: { id }, body });
