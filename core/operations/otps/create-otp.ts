import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { ID_PREFIXES, type OtpId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { CheckedOtp } from "../../domain/otps/check-otp.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { idempotencyRecord, keyOutlived, readMadeId } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { type OtpCodeRecord, type OtpRecord, otpCodeRecords, otpRecords } from "../../records/otps/otp.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import { otpEvent } from "../../records/otps/otp-events.ts";
import { keys, lists } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites, Write } from "../../store/table.ts";
import { type CountedMessage, countPlanMessage, uncountPlanMessage } from "../accounts/count-plan-message.ts";
import { linkPointer } from "./find-link-otp.ts";
import { putCodeMessage } from "./put-code-message.ts";
import { takeCreation } from "./take-creation.ts";

/** A validated request for an OTP. The caller has access to the instance. */
export interface OtpRequest {
  instance: InstanceRecord;
  otp: CheckedOtp;
  /** The plan's hourly limit on OTPs by code. */
  codes_per_hour: number;
  /** The plan's daily message allowance. Null means unlimited. */
  messages_per_day: number | null;
  idempotency_key: string | null;
}

/** Dependencies for creating OTPs. */
export type OtpDeps = LaneDeps & { codes: OtpCodes };

/**
 * The maximum number of attempts to commit. The transaction is refused only if another OTP was created for the phone
 * number, which is rare, or if a code is already in use.
 */
const TRIES = 20;

/**
 * Finds the OTP that an earlier request with the same Idempotency-Key created, in its current state. Returns null if
 * there was no such request.
 * @throws ApiError `otp_not_found` if the OTP is no longer stored, because keys outlive OTPs in accounts with a shorter
 * retention, and after a person was erased.
 */
export async function findOtpReplay(
  deps: Pick<LaneDeps, "table" | "clock">,
  instance: InstanceRecord,
  key: string | null,
): Promise<OtpRecord | null> {
  const id = await readMadeId(deps, instance.id, "otp", key);
  if (id === null) return null;
  const otp = await otpRecords.read(deps.table, instance.account_id, id);
  if (otp === null) throw keyOutlived("otp");
  return otp;
}

/**
 * Creates an OTP. Its record and its counts are written atomically, together with either the code message and its row,
 * or the pointer for its link. If the instance is not connected, the OTP is created as failed, with its event. Racing
 * calls with the same Idempotency-Key create only one OTP. Spec: POST /v1/otps.
 * @throws ApiError `limit_reached`; 429 `plan_limit`; `unavailable` if concurrent requests win every retry;
 * `otp_not_found` if the key's first OTP is no longer stored.
 */
export async function createOtp(deps: OtpDeps, request: OtpRequest): Promise<{ otp: OtpRecord; replayed: boolean }> {
  const { instance, messages_per_day: perDay, otp: asked, idempotency_key: key } = request;
  const id = deps.ids.next(ID_PREFIXES.otp, deps.clock.now());
  const isSent = asked.channel === "code" && isConnected(instance);
  let counted: CountedMessage | null = null;
  try {
    if (isSent && perDay !== null) {
      counted = await countPlanMessage(deps, instance.account_id, perDay, id, deps.clock.now());
    }
    let first: OtpRecord | null = null;
    const made = await retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
      if (first) return { otp: first, replayed: true };
      const lookForFirst = async () => {
        first = await findOtpReplay(deps, instance, key);
      };
      return { otp: await tryOnce(deps, request, id, (write) => commit(write, lookForFirst)), replayed: false };
    });
    if (made.replayed && counted) await uncountPlanMessage(deps, counted);
    return made;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // the OTP may have been written
    if (counted) await uncountPlanMessage(deps, counted);
    // A concurrent request with the same Idempotency-Key may have created the OTP and used up the limit.
    const first = await findOtpReplay(deps, instance, key);
    if (!first) throw error;
    return { otp: first, replayed: true };
  }
}

const isConnected = ({ status, phone }: InstanceRecord) => status === "working" && phone !== null;

/**
 * Makes one attempt.
 * @param commit refuses the writes if something was written in the meantime. In that case, nothing is created.
 */
async function tryOnce(
  deps: OtpDeps,
  request: OtpRequest,
  id: OtpId,
  commit: (write: Promise<void>) => Promise<void>,
): Promise<OtpRecord> {
  const { instance, idempotency_key: key } = request;
  const now = deps.clock.now();
  const made = isConnected(instance) ? await openOtp(deps, request, id, now) : await failedOtp(deps, request, id, now);
  const { otp, writes, wake } = made;
  const gsi2pk = lists.otpsOfInstance(instance.id);
  const all: SomeWrites = [
    { put: { ...keys.otp(otp.account_id, id), gsi2pk, gsi2sk: id, ...otp }, if: [{ item: "absent" }] },
    ...(await limitWrites(deps, request, now)),
    ...writes,
    ...(key === null ? [] : [idempotencyRecord(instance.id, "otp", key, id, now)]),
  ];
  await commit(deps.table.transact(all));
  await wake();
  return otp;
}

interface Made {
  otp: OtpRecord;
  writes: Write[];
  wake(): Promise<void>;
}

/** Puts the OTP's code message into the lane, or assigns its link a unique code. */
async function openOtp(deps: OtpDeps, request: OtpRequest, id: OtpId, now: Date): Promise<Made> {
  const k = await deps.codes.newest();
  const otp = recordOf(request, id, k, now);
  if (otp.channel === "link") return { ...(await withPointer(deps, otp, now)), wake: async () => {} };
  const { id: message_id, writes } = await putCodeMessage(deps, otp, "first", now);
  return {
    otp: { ...otp, sends: [{ message_id, at: now.toISOString() }], sent: 1 },
    writes,
    wake: () => ensureWake(deps, instanceLane(otp.instance_id), now, null),
  };
}

/**
 * Creates an OTP that has already failed because the instance is not connected, so its code can be neither sent nor
 * received.
 */
async function failedOtp(deps: OtpDeps, request: OtpRequest, id: OtpId, now: Date): Promise<Made> {
  const ended = { status: "failed", reason: "not_connected", failed_at: now.toISOString() } as const;
  const otp: OtpRecord = { ...recordOf(request, id, 0, now), ...ended };
  const route = await eventRoute(deps, otp.account_id, otp.instance_id);
  const writes = eventWrites(deps, route, otpEvent("otp.failed", otp), now);
  return { otp, writes, wake: () => wakeEndpoint(deps, route) };
}

function recordOf({ instance, otp: asked }: OtpRequest, id: OtpId, k: number, now: Date): OtpRecord {
  const { expires_in, ...fields } = asked;
  return {
    ...fields,
    id,
    account_id: instance.account_id,
    instance_id: instance.id,
    status: "pending",
    reason: null,
    attempts: 0,
    draw: 0,
    k,
    sends: [],
    sent: 0,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + expires_in * 1000).toISOString(),
    verified_at: null,
    failed_at: null,
    ttl: Math.floor((now.getTime() + LIMITS.retentionDays * DAY_MS) / 1000),
  };
}

/**
 * Generates codes until it finds an unused one. If another request takes the code in the meantime, the transaction
 * fails.
 */
async function withPointer(deps: OtpDeps, first: OtpRecord, now: Date): Promise<{ otp: OtpRecord; writes: Write[] }> {
  const nowSec = Math.floor(now.getTime() / 1000);
  for (let draw = 0; ; draw++) {
    const otp = { ...first, draw };
    const pointer = await linkPointer(deps.codes, otp.k, await deps.codes.codeOf(otp));
    const taken = await otpCodeRecords.read(deps.table, otp.instance_id, pointer);
    if (taken && taken.ttl > nowSec) continue;
    const { id: otp_id, account_id, expires_at } = otp;
    const ttl = Math.ceil((Date.parse(expires_at) + LIMITS.otpLinkKeptHours * HOUR_MS) / 1000);
    const record: OtpCodeRecord = { otp_id, account_id, expires_at, ttl };
    const put = { ...keys.otpCode(otp.instance_id, pointer), ...record };
    return {
      otp,
      writes: [{ put, if: [{ anyOf: [[{ item: "absent" }], [{ field: "ttl", op: "<=", value: nowSec }]] }] }],
    };
  }
}

async function limitWrites(deps: OtpDeps, request: OtpRequest, now: Date): Promise<Write[]> {
  const { instance, otp, codes_per_hour } = request;
  if (otp.channel === "link" || otp.phone === null) return [];
  const { account_id } = instance;
  return takeCreation(deps, { account_id, phone: otp.phone, codes_per_hour, isSent: isConnected(instance) }, now);
}
