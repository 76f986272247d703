import type { OtpRecord } from "../../../core/records/otps/otp.ts";
import { keys } from "../../../core/store/keys.ts";
import { worldOf } from "../api-world.ts";
import { dataOf, idOf, linkedWorld, TO } from "../linked-world.ts";

/** Creates a linked instance with helpers that create OTPs through the API and inspect what is stored. */
export async function otpWorld() {
  const linked = await linkedWorld();
  const { ask: rawAsk, key: newKey } = worldOf(linked.deps, linked.clock);
  const { ask, account, instance, table, deps } = linked;
  const create = (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    ask("POST", "/v1/otps", { instance_id: instance, channel: "code", phone: TO, ...body }, headers);
  const otp = (id: string) => table.peek(keys.otp(account, id)) as unknown as OtpRecord;
  const codeOf = (id: string) => deps.codes.codeOf(otp(id));
  return {
    ...linked,
    create,
    otp,
    codeOf,
    /** Creates an OTP that is sent as a code. @returns its id. */
    code: async (body: Record<string, unknown> = {}) => idOf(await create(body)),
    link: async (body: Record<string, unknown> = {}) => dataOf(await create({ channel: "link", phone: null, ...body })),
    newKey: async (request: Parameters<typeof newKey>[1]) => (await newKey(account, request)).key,
    askWith: (key: string, method: string, path: string, body?: unknown) =>
      rawAsk(method, path, { key, ...(body !== undefined && { body }) }),
    get: async (id: string) => dataOf(await ask("GET", `/v1/otps/${id}`)),
    check: (id: string, code: string) => ask("POST", `/v1/otps/${id}/check`, { code }),
    resend: (id: string) => ask("POST", `/v1/otps/${id}/resend`),
    remove: (id: string) => ask("DELETE", `/v1/otps/${id}`),
    /** Returns a code that is wrong for this OTP. */
    wrong: async (id: string) => String((Number(await codeOf(id)) + 1) % 1_000_000).padStart(6, "0"),
    /** Returns the messages that contain codes. */
    codeMessages: () => table.partition(keys.message(account, "").pk).filter(({ origin }) => origin === "otp"),
    told: (type: string) => linked.events().filter((event) => event.type === type),
  };
}

export type OtpWorld = Awaited<ReturnType<typeof otpWorld>>;
