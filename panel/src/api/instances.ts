import { queryOptions } from "@tanstack/react-query";
import type { ProtectionSettingsPatch } from "../../../core/contracts/protection.ts";
import { type CallId, call } from "./call.ts";
import { ApiFailure } from "./client.ts";
import { allOf, keyOf, queryOf } from "./query.ts";

const TEN_SECONDS = 10_000;
const MINUTE = 60_000;
/** How often the QR code is polled. Polling also keeps the linking attempt alive. */
const QR_EVERY_MS = 2_000;
const PASSKEY_EVERY_MS = 5_000;

/** Every route that fetches numbers, or anything that belongs to one. */
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

/** The query for the account's numbers. */
export const instancesQuery = () => allOf("instances.list", {}, { refetchInterval: TEN_SECONDS });

/** The query for a single number. @param everyMs the polling interval. */
export const instanceQuery = (id: string, everyMs: number = TEN_SECONDS) =>
  queryOf("instances.get", { at: { id } }, { refetchInterval: everyMs });

/**
 * The query for the QR code to scan. Its data is null while the code is being created, or if there is nothing to scan.
 */
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

/**
 * The query for the pending request that the owner's passkey has to sign, if there is one. Every fetch is passed on to
 * the number's session.
 */
export const passkeyQuery = (id: string) =>
  queryOf("instances.passkey", { at: { id } }, { refetchInterval: PASSKEY_EVERY_MS });

/** Submits the passkey's signature. @param credential the value returned by the browser, which the gateway verifies. */
export const signWithPasskey = (id: string, credential: Record<string, unknown>) =>
  call("instances.sign_passkey", { at: { id }, body: { credential } });

/** The query for a number's protection on past days. */
export const protectionDaysQuery = (id: string) =>
  queryOf("panel.protection_days", { at: { id }, query: { days: 30 } }, { refetchInterval: MINUTE });

/** The query for a number's profile, as people see it. */
export const profileQuery = (id: string) => queryOf("profile.get", { at: { id } });

/** Adds a number to be linked. */
export const createInstance = (body: { name: string; external_ref?: string | null }) =>
  call("instances.create", { body });

/** Changes a number's name, call handling, proxy or protection settings. */
export const changeInstance = (
  id: string,
  body: {
    name?: string;
    reject_calls?: boolean;
    proxy?: { url: string } | null;
    protection_settings?: ProtectionSettingsPatch;
  },
) => call("instances.update", { at: { id }, body });

/** Tests whether the network can be reached through the number's proxy. */
export const testProxy = (id: string) => call("instances.test_proxy", { at: { id } });

/** Starts, stops or restarts a number, or logs it out. */
export const actOnInstance = (id: string, act: "start" | "stop" | "restart" | "logout") =>
  call(`instances.${act}`, { at: { id }, body: {} });

/** Deletes a number and everything that belongs to it. */
export const deleteInstance = (id: string) => call("instances.delete", { at: { id } });

/** Requests a pairing code to type on the phone. */
export const askPairingCode = (id: string, phone: string) =>
  call("instances.pairing_code", { at: { id }, body: { phone } });

/** Changes a number's profile. Omitted fields stay unchanged. */
export const changeProfile = (id: string, body: { name?: string; about?: string; picture?: { data: string } | null }) =>
  call("profile.update", { at: { id }, body });
