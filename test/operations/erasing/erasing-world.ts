import { eraseStep } from "../../../core/operations/erasing/erase-step.ts";
import { type AskedErasure, requestErasure } from "../../../core/operations/erasing/request-erasure.ts";
import { type ErasureRecord, type ErasureStep, erasureRecords, erasureRests } from "../../../core/records/erasure.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { ANA, INSTANCE, type MessageWorld } from "../../support/message-world.ts";

const ACTOR = { key_id: "key_1", source: "192.0.2.1" };
const pepper = { hmac: async (purpose: string, text: string) => Buffer.from(`${purpose}${text.length}`) };
/** More pieces than any test's erasure has. */
const PIECES = 200;

/** Requests the erasure of a person's data. */
export async function ask(world: MessageWorld, table: Table = world.table, given = ANA): Promise<AskedErasure> {
  return requestErasure({ ...world.deps, table, pepper }, world.instance, given, ACTOR);
}

async function nextErasure(table: Table): Promise<ErasureRecord | null> {
  const [first] = (await table.query({ pk: keys.erasure(INSTANCE, "").pk, limit: 1 })).items;
  return first ? erasureRecords.of(first) : null;
}

/** Works through all pieces of the erasure, as the lane does. Moves the clock past its rest. */
export async function eraseAll(world: MessageWorld, table: Table = world.table): Promise<void> {
  for (let pieces = 0; pieces < PIECES; pieces++) {
    const erasure = await nextErasure(table);
    if (!erasure) return;
    const rests = erasureRests(erasure, world.clock.now());
    if (rests) world.clock.moveTo(rests);
    await eraseStep({ ...world.deps, table }, world.own, erasure);
  }
  throw new Error(`It never ends: ${JSON.stringify(await nextErasure(table))}`);
}

/** Works through the pieces of the erasure until the given step is next. */
export async function eraseUntil(world: MessageWorld, step: ErasureStep): Promise<void> {
  for (let pieces = 0; pieces < PIECES; pieces++) {
    const erasure = await nextErasure(world.table);
    if (!erasure) throw new Error(`It is over and never came to ${step}.`);
    if (erasure.step === step) return;
    await eraseStep(world.deps, world.own, erasure);
  }
  throw new Error(`It never comes to ${step}.`);
}
