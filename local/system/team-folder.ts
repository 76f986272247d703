import { endSessionsOfSubject } from "../../core/operations/users/end-sessions-of-subject.ts";
import { subjectHash, subjectRecords } from "../../core/records/users/subject.ts";
import { keys } from "../../core/store/keys.ts";
import { ConditionFailed, type Table } from "../../core/store/table.ts";
import { IDENTITY_NAME, IDENTITY_PATH, LOCAL_ADMIN } from "../identity/identity-names.ts";
import type { IdentityStore } from "../identity/identity-store.ts";
import type { KeptState, RunState } from "./kept-state.ts";
import type { Settings } from "./settings.ts";

type People = Pick<IdentityStore, "people" | "dropPerson">;

/** Whether the gateway in this folder served a team the last time it ran. Older releases only recorded its URL. */
function servedTeam({ serves_team, panel_url }: Readonly<KeptState>): boolean {
  return serves_team ?? (panel_url !== null && !panel_url.startsWith("http://127.0.0.1:"));
}

/**
 * Refuses to open a team's folder without PUBLIC_URL, which would make everyone on the machine an admin, unless the
 * settings explicitly allow it. @throws a one-sentence error if the folder serves a team but the settings don't.
 */
export function refuseWithoutTeam(state: RunState, settings: Settings): void {
  if (settings.serve || settings.without_team || !servedTeam(state.values)) return;
  const address = state.values.panel_url ?? "https://…";
  throw new Error(
    `The data folder ${settings.dataDir} serves a team. Without PUBLIC_URL, everyone on this machine would be its admin without a password. Start with PUBLIC_URL=${address}, or with WITHOUT_TEAM=1 to use the folder only on this machine.`,
  );
}

/**
 * Prepares the users who can sign in, before anyone does. Users identified by the gateway's address get an identity
 * that doesn't depend on the address. The first start for a team also revokes all access from the time when everyone on
 * this machine was an admin: sessions, and passwords for addresses whose ownership was never proven. These users keep
 * their accounts and sign up again with a code sent by email. If a start is interrupted, the next start repeats these
 * steps.
 */
export async function preparePeople(table: Table, people: People, state: RunState, settings: Settings): Promise<void> {
  const { people_named, panel_url } = state.values;
  const isFirstForTeam = settings.serve !== undefined && !servedTeam(state.values);
  const known = people_named && !isFirstForTeam ? [] : await people.people();
  if (!people_named && panel_url !== null) {
    for (const { sub } of [...known, LOCAL_ADMIN]) await nameSubject(table, `${panel_url}${IDENTITY_PATH}`, sub);
  }
  if (isFirstForTeam) {
    for (const { sub } of [...known, LOCAL_ADMIN]) await endSessionsOfSubject(table, { iss: IDENTITY_NAME, sub });
    for (const { email } of known) await people.dropPerson(email);
  }
  state.keep({ people_named: true, serves_team: settings.serve !== undefined });
}

async function nameSubject(table: Table, formerIssuer: string, sub: string): Promise<void> {
  const former = await subjectRecords.read(table, subjectHash({ iss: formerIssuer, sub }));
  if (!former) return; // never signed in there
  const named = keys.subject(subjectHash({ iss: IDENTITY_NAME, sub }));
  try {
    await table.write({ put: { ...named, user_id: former.user_id }, if: [{ item: "absent" }] });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // an earlier start did
  }
}
