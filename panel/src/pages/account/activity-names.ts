import type { Instance } from "../../../../core/contracts/instance.ts";
import type { PanelKey } from "../../../../core/contracts/panel/developers.ts";
import type { Member } from "../../../../core/contracts/panel/team.ts";

/** Returns the names of the account's numbers, keys and members, by id. */
export const namesOf = (
  numbers: readonly Instance[],
  keys: readonly PanelKey[],
  people: readonly Member[],
): ReadonlyMap<string, string> =>
  new Map([
    ...numbers.map(({ id, name }) => [id, name] as const),
    ...keys.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])),
    ...people.map(({ id, name, email }) => [id, name ?? email] as const),
  ]);
