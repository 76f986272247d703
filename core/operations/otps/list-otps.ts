import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { PanelOtp } from "../../contracts/panel/otps.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { otpRecords } from "../../records/otps/otp.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { presentOutcome } from "./present-otp.ts";

/**
 * Lists a number's most recent OTPs, newest first, without their codes. OTPs created within the last few seconds may be
 * missing.
 */
export async function listOtps(
  { table }: { table: Table },
  { account_id, id: instance }: { account_id: AccountId; id: InstanceId },
  now: Date,
): Promise<PanelOtp[]> {
  const listed = await table.query({
    pk: lists.otpsOfInstance(instance),
    index: "by_instance",
    descending: true,
    limit: PANEL_LIMITS.otpsMax,
  });
  const items = await table.getMany(listed.items.map(({ sk }) => keys.otp(account_id, sk)));
  const otps = items.flatMap((item) => otpRecords.orNull(item) ?? []);
  return otps.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map((otp) => presentOutcome(otp, now));
}
