import { describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import type { Write } from "../../../core/store/table.ts";
import { ACCOUNT } from "../../support/message-world.ts";
import { failingSeed, seeds, whyUnseen } from "../../support/models/lane-seeds.ts";
import { type LinkMistake, playLink } from "../../support/models/link-model.ts";

/** The schedules' seeds. With `LANE_SEED`, only the schedule with that seed runs. */
const SEEDS = seeds(50);

const pkOf = (write: Write) => ("update" in write ? write.update.pk : "put" in write ? write.put.pk : "");
const isOfOtp = (write: Write) => pkOf(write) === keys.otp(ACCOUNT, "").pk;
const isEvent = (write: Write) => pkOf(write) === keys.event(ACCOUNT, "").pk;
const withoutClaims = (write: Write): Write => {
  const { if: _, ...bare } = write;
  return bare as Write; // the same write, on no condition
};
const apart = (first: Write[], then: Write[]) => [first, then].filter(({ length }) => length > 0);

const MISTAKES: Record<string, LinkMistake> = {
  "an OTP is verified whatever became of it meanwhile": (writes) => [
    writes.map((write) => (isOfOtp(write) ? withoutClaims(write) : write)),
  ],
  "an OTP is verified in a commit of its own, behind its message": (writes) =>
    apart(
      writes.filter((write) => !isOfOtp(write)),
      writes.filter(isOfOtp),
    ),
  "an OTP is verified in a commit of its own, before its message": (writes) =>
    apart(
      writes.filter(isOfOtp),
      writes.filter((write) => !isOfOtp(write)),
    ),
  "events are stored behind the commit": (writes) =>
    apart(
      writes.filter((write) => !isEvent(write)),
      writes.filter(isEvent),
    ),
};

describe("a link whose code comes while it is cancelled or expires, from several at once, whoever dies", () => {
  it(`has one final state and one event, in ${SEEDS.length} schedules`, async () => {
    expect(await failingSeed(SEEDS, (seed) => playLink(seed))).toBeNull();
  });

  it.each(Object.entries(MISTAKES))("would show that %s", async (_what, mistake) => {
    expect(await whyUnseen((seed) => playLink(seed, mistake))).toBeNull();
  });
});
