import { ID_PREFIXES } from "../../contracts/ids.ts";
import { isAbout } from "../../domain/erasing/about-person.ts";
import { draftRecords } from "../../records/draft.ts";
import { otpRecords } from "../../records/otps/otp.ts";
import { keys, lists } from "../../store/keys.ts";
import { deleteAll, type Erasing, lateIds, nextPage, type StepResult } from "./erasing-person.ts";

/** Erases the person from a page of the instance's OTPs. OTPs sent to them are deleted. */
export async function eraseOtps(work: Erasing): Promise<StepResult> {
  const { deps, own, ids, after } = work;
  const bounds = lateIds(work, ID_PREFIXES.otp);
  const range = { pk: lists.otpsOfInstance(own.instance_id), index: "by_instance" as const, ...bounds };
  const { items, next } = await nextPage(deps.table, range, after, "gsi2sk");
  const places = items.map(({ pk, sk }) => ({ pk, sk }));
  const found = places.length === 0 ? [] : (await deps.table.getMany(places)).map(otpRecords.of);
  await deleteAll(
    deps.table,
    found.filter(({ phone }) => phone !== null && ids.has(phone)),
  );
  return next;
}

/** Erases the person from a page of the account's drafts. Drafts of messages to them are deleted. */
export async function eraseDrafts(work: Erasing): Promise<StepResult> {
  const { deps, own, ids, after } = work;
  const range = { pk: keys.draft(own.account_id, "").pk, ...lateIds(work, ID_PREFIXES.draft) };
  const { items, next } = await nextPage(deps.table, range, after);
  const theirs = items
    .map(draftRecords.of)
    .filter(({ instance_id }) => instance_id === own.instance_id)
    .filter(({ phone, chat_id }) => isAbout([phone, chat_id], ids));
  await deleteAll(deps.table, theirs);
  return next;
}
