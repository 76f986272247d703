import type { GroupMetadata, SignalDataSet, WASocket } from "@whiskeysockets/baileys";
import { parseParty, withoutDevice } from "../shared/network-ids.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import { groupKeyName } from "./group-key-name.ts";

/**
 * Tracks changes in a connection's groups: which member lists are outdated, and which of our keys are known to someone
 * who has left.
 */
export interface GroupWatch {
  /**
   * Records that a group changed, so its members are loaded again before the next send. @param leaves whether someone
   * left or got a different id, in which case our message key is also renewed.
   */
  noteGroupChange(group: string, leaves: boolean): void;
  /** Returns a marker of the present moment, for `groupChangedSince`. */
  groupMoment(): number;
  groupChangedSince(group: string, moment: number): boolean;
  /**
   * All ids of a group's members as recently loaded for a send. Null if they weren't loaded, or if someone has joined
   * or left since.
   */
  membersNow(group: string): ReadonlySet<string> | null;
  /** Fetches a group with `read` and records when it did. */
  readNow<G extends object>(read: () => Promise<G>): Promise<G>;
  /** Whether a group has changed since it was fetched, which a cached copy does not reveal. */
  isOutdated(group: { id: string }): boolean;
  /**
   * Deletes our key for a group that someone has left. The next message then uses a new key, which is sent only to the
   * people who are members at that time. Resolves when the deletion is durable, or immediately if there is nothing to
   * do. Never call this from inside an event.
   */
  renewGroupKey(group: string): Promise<void>;
  /**
   * Renews our key if someone who isn't in the network's current member list has it, which happens if the notice that
   * they left was lost.
   * @param members every id of everyone in the group.
   */
  checkGroupKey(group: string, members: ReadonlySet<string>): Promise<void>;
}

/** The maximum number of groups to track individually. If there are more, all groups count as changed. */
const MOST_GROUPS = 10_000;

/**
 * Watches a socket's groups. Member lists from an earlier connection are treated as outdated, because that connection
 * may have missed a change.
 */
export function watchGroups(sock: WASocket, lists: SessionCaches["groups"]): GroupWatch {
  lists.flushAll();
  const { keys } = sock.authState as { keys: typeof sock.authState.keys & Transactions }; // its type leaves them out
  const changed = new Map<string, number>();
  const due = new Set<string>();
  const askedAt = new WeakMap<object, number>();
  let [count, floor] = [0, 0];

  /** The key is deleted inside the library's lock, because a send still in progress would otherwise write it back. */
  const renew = (group: string) =>
    keys.transaction(async () => {
      const own = ownKeys(sock, group);
      const [memory, stored] = await Promise.all([keys.get(MEMORY, [group]), keys.get("sender-key", own)]);
      if (!(group in memory) && Object.keys(stored).length === 0) return;
      const gone = { [MEMORY]: { [group]: null }, "sender-key": Object.fromEntries(own.map((name) => [name, null])) };
      await keys.set(gone as SignalDataSet);
    }, group);

  const watch: GroupWatch = {
    noteGroupChange(group, leaves) {
      if (changed.size >= MOST_GROUPS && !changed.has(group)) {
        changed.clear();
        floor = count + 1;
      }
      changed.set(group, ++count);
      lists.del(group);
      if (leaves) due.add(group);
    },
    membersNow(group) {
      const list = lists.get<GroupMetadata>(group);
      return list ? new Set(memberIds(list)) : null;
    },
    groupMoment: () => count,
    groupChangedSince: (group, moment) => (changed.get(group) ?? floor) > moment,
    async readNow(read) {
      const moment = count;
      const group = await read();
      askedAt.set(group, moment);
      return group;
    },
    isOutdated: (group) => watch.groupChangedSince(group.id, askedAt.get(group) ?? count),
    async renewGroupKey(group) {
      if (!due.has(group)) return;
      const moment = count;
      await renew(group);
      if (!watch.groupChangedSince(group, moment)) due.delete(group);
    },
    async checkGroupKey(group, members) {
      const { [group]: memory = {} } = await keys.get(MEMORY, [group]);
      const known = [...new Set(Object.keys(memory).map(withoutDevice))].filter((id) => !members.has(id));
      for (const id of known) {
        if (members.has((await otherId(sock, id)) ?? "")) continue;
        due.add(group);
        break;
      }
    },
  };
  return watch;
}

const MEMORY = "sender-key-memory";

interface Transactions {
  transaction<T>(work: () => Promise<T>, name: string): Promise<T>;
}

/** Returns every id of a group's members, without devices. */
export const memberIds = ({ participants }: GroupMetadata): string[] =>
  participants.flatMap(({ id, lid, phoneNumber }) =>
    [id, lid, phoneNumber].flatMap((one) => (one ? [withoutDevice(one)] : [])),
  );

/**
 * Returns the possible names of our own key for a group: one for each of our two ids, because a group may list us under
 * either.
 */
function ownKeys(sock: WASocket, group: string): string[] {
  const { me } = sock.authState.creds;
  return [me?.lid, me?.id].flatMap((id) => (id ? [groupKeyName(sock.signalRepository, group, id)] : []));
}

/** Returns the other id of the same person, if it is stored. */
async function otherId(sock: WASocket, id: string): Promise<string | null> {
  const { lidMapping } = sock.signalRepository;
  if (parseParty(id).kind === "private") {
    const phone = await lidMapping.getPNForLID(id);
    return phone ? withoutDevice(phone) : null;
  }
  const user = id.split("@")[0] ?? "";
  const { [user]: privateUser } = await sock.authState.keys.get("lid-mapping", [user]);
  return privateUser === undefined ? null : `${privateUser}@lid`;
}
