import { queryOptions } from "@tanstack/react-query";
import type { ProtectionSettingsPatch } from "../../../core/contracts/protection.ts";
import { type CallId, call } from "./call.ts";
import { ApiFailure } from "./client.ts";
import { allOf, keyOf, queryOf } from "./query.ts";

const TEN_SECONDS = 10_000;
const MINUTE = 60_000;
/** Polling keeps the linking attempt alive. */
const QR_EVERY_MS = 2_000;
const PASSKEY_EVERY_MS = 5_000;

/** Every route that reads numbers or something that belongs to one. */
export const INSTANCE_READS = [
  "instances.list",
  "instances.get",
  "instances.qr",
  "instances.passkey",
  "panel.protection_days",
  "profile.get",
  "menu.get",
  "ai_agent.get",
  "auto_reply.get",
] as const satisfies readonly CallId[];

/** The account's numbers. */
export const instancesQuery = () => allOf("instances.list", {}, { refetchInterval: TEN_SECONDS });

/** A single number. @param everyMs the polling interval. */
export const instanceQuery = (id: string, everyMs: number = TEN_SECONDS) =>
  queryOf("instances.get", { at: { id } }, { refetchInterval: everyMs });

/** The code to scan; null while it is being created, or if there is nothing to scan. */
export const qrQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf("instances.qr", { at: { id } }),
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

/** The request that the owner's passkey must sign, if any. Each question goes to the number's session. */
export const passkeyQuery = (id: string) =>
  queryOf("instances.passkey", { at: { id } }, { refetchInterval: PASSKEY_EVERY_MS });

/** Gives the signature. @param credential what the browser returned; the gateway checks it. */
export const signWithPasskey = (id: string, credential: Record<string, unknown>) =>
  call("instances.sign_passkey", { at: { id }, body: { credential } });

/** The number's past days. */
export const protectionDaysQuery = (id: string) =>
  queryOf("panel.protection_days", { at: { id }, query: { days: 30 } }, { refetchInterval: MINUTE });

/** The profile that people see for the number. */
export const profileQuery = (id: string) => queryOf("profile.get", { at: { id } });

/** Adds a number to be linked. */
export const createInstance = (body: { name: string; external_ref?: string | null }) =>
  call("instances.create", { body });

/** Changes a number's name, call handling, proxy or protection. */
export const changeInstance = (
  id: string,
  body: {
    name?: string;
    reject_calls?: boolean;
    proxy?: { url: string } | null;
    protection_settings?: ProtectionSettingsPatch;
  },
) => call("instances.update", { at: { id }, body });

/** Connects to the network through the number's proxy, to see whether that works. */
export const testProxy = (id: string) => call("instances.test_proxy", { at: { id } });

/** Starts, stops, restarts or logs a number out. */
export const actOnInstance = (id: string, act: "start" | "stop" | "restart" | "logout") =>
  call(`instances.${act}`, { at: { id }, body: {} });

/** Deletes a number and everything that belongs to it. */
export const deleteInstance = (id: string) => call("instances.delete", { at: { id } });

/** Requests a code to type on the phone. */
export const askPairingCode = (id: string, phone: string) =>
  call("instances.pairing_code", { at: { id }, body: { phone } });

/** Changes the profile; omitted fields stay unchanged. */
export const changeProfile = (id: string, body: { name?: string; about?: string; picture?: { data: string } | null }) =>
  call("profile.update", { at: { id }, body });
