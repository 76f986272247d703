import { ApiError } from "../../../core/errors.ts";
import { cancelOtp } from "../../../core/operations/otps/cancel-otp.ts";
import { checkLinkAgain } from "../../../core/operations/otps/check-link-again.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import type { OtpRecord } from "../../../core/records/otps/otp.ts";
import { isPending } from "../../../core/records/otps/otp-events.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table, Write } from "../../../core/store/table.ts";
import { chanceFrom } from "../../../tools/chaos/chance.ts";
import { MemoryTable } from "../memory-table.ts";
import { ACCOUNT, ANA, messageWorld } from "../message-world.ts";
import { LINK_CODE, openLink } from "../open-link.ts";
import { virtualTime } from "./virtual-time.ts";

const HIDDEN = "88000000000001@lid";
const BEA = "5511977770002";
const PAIR = { phone: ANA, private_id: HIDDEN };
const START = Date.parse("2026-11-20T12:00:00.000Z");
const LIVES_MS = 60_000;
/**
 * The length of the period in which everything happens. It is centered on a single moment, which may be the OTP's
 * expiry.
 */
const CROWD_MS = 400;
const DYING = "It dies";

/**
 * A mistake that the model must detect. It splits the writes of a transaction into several lists, each of which becomes
 * its own transaction.
 */
export type LinkMistake = (writes: Write[]) => Write[][];

/**
 * Runs a schedule: two people send a link's code, which the network delivers twice, from a phone number or a hidden
 * number, while its OTP is cancelled or expires and readers check it. Processes die at their writes, and the network
 * redelivers.
 * @returns sentences about everything that is wrong at the end.
 */
export async function playLink(seed: number, mistake: LinkMistake = (writes) => [writes]): Promise<string[]> {
  const chance = chanceFrom(seed);
  const time = virtualTime(START);
  const world = await messageWorld(null, new MemoryTable({ now: time.now }));
  const { own, deps } = world;
  deps.clock = { ...deps.clock, now: () => new Date(time.now()) };
  const isForPhone = chance() < 0.4;
  const otp = await openLink(world.table, new Date(START), {
    phone: isForPhone ? ANA : null,
    expires_at: new Date(START + LIVES_MS).toISOString(),
  });

  const seen = (mayDie: boolean): Table => {
    const table = world.table.withHook(async ({ kind }, phase) => {
      await time.sleep(1 + chance() * 30);
      const writes = kind === "write" || kind === "transact";
      if (mayDie && writes && chance() < 0.1) throw new Error(`${DYING} ${phase} a write.`);
    });
    return {
      get: (key) => table.get(key),
      getMany: (all) => table.getMany(all),
      query: (range) => table.query(range),
      write: (write) => table.write(write),
      async transact(writes) {
        for (const part of mistake(writes)) await table.transact(part);
      },
    };
  };
  const insist = async (work: (table: Table) => Promise<unknown>) => {
    for (;;) {
      const error = await work(seen(true)).then(
        () => null,
        (failure: Error) => failure,
      );
      if (error === null) return;
      if (!error.message.startsWith(DYING)) throw error;
    }
  };

  const current = () => world.table.peek(keys.otp(ACCOUNT, otp.id)) as unknown as OtpRecord;
  const faults: string[] = [];
  let wasCancelled = false;
  const cancel = async () => {
    const table = seen(false);
    const refused = await cancelOtp({ ...deps, table }, otp).then(
      () => false,
      (error: unknown) => error instanceof ApiError,
    );
    wasCancelled ||= !refused;
  };
  const looker = async () => {
    let final: string | null = null;
    for (let look = 0; look < 12; look++) {
      const { status } = current();
      if (final !== null && status !== final) faults.push(`it was ${final} and is ${status}`);
      if (status !== "pending") final = status;
      await time.sleep(chance() * 80);
    }
  };
  const text = (network_id: string, change: object) =>
    insist((table) => world.write(LINK_CODE, { network_id, written_at: new Date(START), ...change }, table));
  const hidden = { chat_id: HIDDEN, phone: null, person: HIDDEN };
  const bea = { chat_id: `${BEA}@s.whatsapp.net`, phone: BEA, person: BEA };
  /** Makes the lane handle its rows at random moments. */
  const lane = async () => {
    for (let look = 0; look < 20; look++) {
      const [row] = world.rows().filter(({ link }) => link !== undefined);
      if (row) await insist((table) => checkLinkAgain({ ...deps, table }, own, row));
      await time.sleep(chance() * 60);
    }
  };
  const ana = chance() < 0.5 ? hidden : {};
  const acts = [
    () => text("3EB0A", ana),
    () => text("3EB0A", ana),
    () => text("3EB0B", bea),
    looker,
    lane,
    ...(chance() < 0.6 ? [cancel] : []),
    ...(isForPhone ? [() => insist((table) => mergePerson({ ...deps, table }, own, PAIR))] : []),
  ];
  const isAtTheEnd = chance() < 0.4;
  await time.run(time.sleep(isAtTheEnd ? LIVES_MS - CROWD_MS / 2 : 1_000));
  await time.run(
    Promise.all(
      acts.map(async (act) => {
        await time.sleep(chance() * CROWD_MS);
        await act();
      }),
    ),
  );

  const { status, verified_at, phone } = current();
  const count = (type: string) => world.events().filter((event) => event.type === type).length;
  const [completed, received] = [count("otp.completed"), count("message.received")];
  const confirmations = world.messages().filter(({ origin }) => origin === "otp").length;
  const expected = status === "verified" ? 1 : 0;
  const check = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));
  check(completed === expected, `it is ${status} and has ${completed} events`);
  check(confirmations === expected, `it is ${status} and has ${confirmations} confirmations`);
  check(received === 2, `two messages have ${received} events`);
  check(world.rows().filter(({ sk }) => sk.startsWith("R#")).length === expected, "a confirmation has no row");
  check(!wasCancelled || status === "cancelled", `it was cancelled and is ${status}`);
  if (status === "verified") {
    check(String(verified_at) < otp.expires_at, `it was verified at ${verified_at}, behind its end`);
    check(phone === (isForPhone ? ANA : phone), `it was for ${ANA} and was verified by ${phone}`);
  }
  const wasOpen = status === "pending" && isPending(current(), new Date(time.now()));
  check(!wasOpen || (isForPhone && ana === hidden), "its code came and it is still open");
  return faults.map((fault) => `seed ${seed}: ${fault}`);
}
